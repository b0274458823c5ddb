package dev.stampede.bench.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One recorded run, read from its file. */
record Recorded(String file, String date, String name, JsonNode json) {

  private static final Pattern FILE = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})-([a-z-]+)\\.json");
  private static final int SHORT_COMMIT = 7;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** A ratio that is below its bar. */
  record Missed(String name, double value, double bar) {}

  /** The newest whole run of each benchmark: one in which a case broke is passed over. */
  static Map<String, Recorded> newest(Path results) {
    Map<String, Recorded> newest = new TreeMap<>();
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.sorted().toList()) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (name.matches()) {
          JsonNode json = MAPPER.readTree(Files.readString(file));
          if (!json.has("failed")) {
            newest.put(
                name.group(2), new Recorded(name.group(), name.group(1), name.group(2), json));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the recorded runs in %s cannot be read".formatted(results), e);
    }
    return newest;
  }

  double rate(String row) {
    return of("rows", "case", row).required("ratePerSecond").asDouble();
  }

  double p50Millis(String row) {
    return of("rows", "case", row).required("p50Millis").asDouble();
  }

  double ratio(String ratio) {
    return of("ratios", "name", ratio).required("value").asDouble();
  }

  List<Missed> missed() {
    List<Missed> missed = new ArrayList<>();
    for (JsonNode each : json.required("ratios")) {
      if (!each.required("holds").asBoolean()) {
        missed.add(
            new Missed(
                each.required("name").asString(),
                each.required("value").asDouble(),
                each.required("bar").asDouble()));
      }
    }
    return missed;
  }

  /** Returns the place and time of the measurement, for the README. */
  String origin() {
    String commit = json.required("commit").asString();
    return "[%s](bench/results/%s) at `%s`"
        .formatted(date, file, commit.substring(0, Math.min(SHORT_COMMIT, commit.length())));
  }

  private JsonNode of(String list, String key, String wanted) {
    for (JsonNode each : json.required(list)) {
      if (each.required(key).asString().equals(wanted)) {
        return each;
      }
    }
    throw new IllegalStateException("%s has no '%s' among its %s".formatted(file, wanted, list));
  }
}
