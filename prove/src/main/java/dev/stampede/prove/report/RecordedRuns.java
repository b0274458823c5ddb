package dev.stampede.prove.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded runs and their sums, as a page: each is a file that {@code --json} has written. */
public final class RecordedRuns {

  private static final int MILLIS = 1000;
  private static final String MISSING = "–";

  private final List<Run> runs;

  private record Run(String file, JsonNode json) {

    long number(String name) {
      return json.path(name).asLong();
    }

    long faults() {
      return json.path("faults").valueStream().mapToLong(JsonNode::asLong).sum();
    }

    long violations() {
      return json.path("invariants")
          .valueStream()
          .mapToLong(each -> each.path("violations").asLong())
          .sum();
    }

    double perSecond() {
      return number("operations") / (double) Math.max(1, number("loadSeconds"));
    }
  }

  private RecordedRuns(List<Run> runs) {
    this.runs = runs;
  }

  /**
   * Reads all of a folder.
   *
   * @throws IOException if one of its files cannot be read, or none is a run
   */
  public static RecordedRuns in(Path folder) throws IOException {
    List<Run> runs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        JsonNode json = JsonMapper.shared().readTree(file);
        if (json.has("operations")) {
          runs.add(new Run(file.getFileName().toString(), json));
        }
      }
    }
    if (runs.isEmpty()) {
      throw new IOException("%s has no result of a run; --json FILE writes one".formatted(folder));
    }
    return new RecordedRuns(runs);
  }

  /** The page in Markdown. */
  public String page() {
    StringBuilder page = new StringBuilder("## Runs\n\n");
    row(
        page,
        "run",
        "Redis",
        "operations",
        "per second",
        "unknown",
        "faults",
        "kinds",
        "violations");
    row(page, "---", "---", "--:", "--:", "--:", "--:", "--:", "--:");
    for (Run run : runs) {
      row(
          page,
          "[`%s`](%s) at `%s`"
              .formatted(run.file(), run.file(), run.json().path("commit").asString()),
          run.json().path("topology").asString(),
          whole(run.number("operations")),
          whole(Math.round(run.perSecond())),
          share(run.number("unknown"), run.number("operations")),
          whole(run.faults()),
          whole(run.json().path("faults").size()),
          whole(run.violations()));
    }
    long operations = sum(run -> run.number("operations"));
    row(
        page,
        "**all**",
        "",
        whole(operations),
        whole(operations / Math.max(1, sum(run -> run.number("loadSeconds")))),
        share(sum(run -> run.number("unknown")), operations),
        whole(sum(Run::faults)),
        whole(kinds()),
        whole(sum(Run::violations)));
    impacts(page.append("\n## Kinds of faults\n\n"));
    return page.toString();
  }

  private int kinds() {
    TreeSet<String> kinds = new TreeSet<>();
    runs.forEach(run -> kinds.addAll(run.json().path("faults").propertyNames()));
    return kinds.size();
  }

  private long sum(ToLongFunction<Run> number) {
    return runs.stream().mapToLong(number).sum();
  }

  private void impacts(StringBuilder page) {
    Map<String, List<JsonNode>> kinds = new TreeMap<>();
    for (Run run : runs) {
      for (JsonNode impact : run.json().path("impacts")) {
        kinds.computeIfAbsent(impact.path("kind").asString(), _ -> new ArrayList<>()).add(impact);
      }
    }
    row(
        page,
        "kind",
        "faults",
        "changes per second before / during / after",
        "noticed",
        "after",
        "goodput back after",
        "at most");
    row(page, "---", "--:", "--:", "--:", "--:", "--:", "--:");
    kinds.forEach(
        (kind, impacts) ->
            row(
                page,
                "`" + kind + "`",
                whole(sum(impacts, "injected")),
                "%s / %s / %s"
                    .formatted(
                        goodput(impacts, "before"),
                        goodput(impacts, "during"),
                        goodput(impacts, "after")),
                share(sum(impacts, "noticed"), sum(impacts, "injected")),
                seconds(impacts, "noticedMedianMillis", false),
                seconds(impacts, "recoveredMedianMillis", false),
                seconds(impacts, "recoveredWorstMillis", true)));
  }

  private static long sum(List<JsonNode> impacts, String name) {
    return impacts.stream().mapToLong(impact -> impact.path(name).asLong()).sum();
  }

  /** The average over all faults of a kind. */
  private static String goodput(List<JsonNode> impacts, String when) {
    double all =
        impacts.stream()
            .mapToDouble(
                impact ->
                    impact.path("injected").asLong()
                        * impact.path("goodputPerSecond").path(when).asDouble())
            .sum();
    return whole(Math.round(all / Math.max(1, sum(impacts, "injected"))));
  }

  /** The longest of the runs' times, or the one in the middle. */
  private static String seconds(List<JsonNode> impacts, String name, boolean isLongest) {
    List<Long> millis =
        impacts.stream()
            .filter(impact -> impact.has(name))
            .map(impact -> impact.path(name).asLong())
            .sorted()
            .toList();
    if (millis.isEmpty()) {
      return MISSING;
    }
    long chosen = isLongest ? millis.getLast() : millis.get(millis.size() / 2);
    return String.format(Locale.ROOT, "%.1f s", chosen / (double) MILLIS);
  }

  private static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String share(long part, long all) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / Math.max(1, all));
  }

  private static void row(StringBuilder page, String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
