package dev.stampede.bench.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The README's table of figures: written from the newest recorded runs, each line with the day and
 * the commit of its run, and below it every missed bar.
 */
public final class FigureTable {

  private static final String BEGIN = "<!-- figures: written by ./stampede bench table -->\n";
  private static final String END = "<!-- end of figures -->\n";

  private static final double DIGITS_FROM = 1_000;
  private static final double WHOLE_FROM = 20;

  /** One line: its subject, the benchmark that measured it, and its text. */
  private record Line(String about, String benchmark, Function<Recorded, String> text) {}

  private static final List<Line> LINES =
      List.of(
          new Line(
              "claims in groups, against one transaction per claim, engine level",
              "claims",
              run ->
                  against(run, "engine group-commit", "engine per-request")
                      + ": **%s** (%s with Redis left out on both sides)"
                          .formatted(
                              times(run.ratio("engine group / per-request")),
                              times(run.ratio("engine group / alone")))),
          new Line(
              "the same over HTTP, holds, 256 connections",
              "claims",
              run ->
                  against(run, "http group-commit", "http per-request")
                      + ": **%s**".formatted(times(run.ratio("http group / per-request")))),
          new Line(
              "a thousand buyers at one seat, one winner",
              "claims",
              run ->
                  "%s refusals/s, %s of an echo"
                      .formatted(
                          rate(run.rate("http hot seat refused")),
                          percent(run.ratio("hot seat refused / echo")))),
          new Line(
              "payments from one hot wallet: in groups, against a lock and a transaction per"
                  + " payment",
              "wallet",
              run ->
                  against(run, "hot wallet group-commit", "hot wallet for-update")
                      + ": **%s**; against optimistic locking with retries %s"
                          .formatted(
                              times(run.ratio("hot group / for-update")),
                              times(run.ratio("hot group / optimistic")))),
          new Line(
              "the best two seats, until sold out",
              "claims",
              run ->
                  "%s of the rate of named seats"
                      .formatted(percent(run.ratio("best two / distinct seats")))),
          new Line(
              "1,000,000 rows in `seat` against 10,000",
              "claims",
              run -> "%s of the rate".formatted(percent(run.ratio("1,000,000 / 10,000 rows")))),
          new Line(
              "reading a place in line, with 1,000,000 buyers in line",
              "waiting-room",
              run ->
                  "%s/s, %s of an echo; %.0f bytes of Redis memory per buyer"
                      .formatted(
                          rate(run.rate("http poll")),
                          percent(run.ratio("poll / echo")),
                          run.ratio("bytes a person"))),
          new Line(
              "locks in Redis against Redisson's: one key, 16 threads",
              "locks",
              run ->
                  against(run, "one key 16, pubsub", "one key 16, Redisson RLock")
                      + ": **%s**".formatted(times(run.ratio("one key: pubsub / Redisson RLock")))),
          new Line(
              "the same on distinct keys, 64 threads",
              "locks",
              run ->
                  against(run, "distinct 64, pubsub", "distinct 64, Redisson RLock")
                      + ": %s"
                          .formatted(
                              times(
                                  run.ratio("distinct keys, 64 threads: ours / Redisson RLock")))),
          new Line(
              "jobs on PostgreSQL against db-scheduler, 20 threads",
              "jobs",
              run ->
                  against(run, "stampede", "db-scheduler")
                      + ": **%s**".formatted(times(run.ratio("stampede / db-scheduler")))),
          new Line(
              "tickets that four matchmakers assign, against one global lock",
              "matching",
              run ->
                  against(run, "stampede, 4 backends", "global lock, 4 backends")
                      + ": **%s**"
                          .formatted(times(run.ratio("stampede / global lock, 4 backends")))),
          new Line(
              "our HTTP layer against bare Helidon",
              "http",
              run -> "%s of its rate".formatted(percent(run.ratio("echo / bare Helidon")))),
          new Line(
              "`./stampede up` until ready",
              "up",
              run ->
                  "%.1f s, %.0f MB"
                      .formatted(
                          run.p50Millis("up to ready") / 1_000,
                          1_500 / run.ratio("1500 MB / idle memory"))));

  private FigureTable() {}

  /** The page with the figures of the newest runs in it. */
  public static String filled(String page, Path results) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalStateException(
          "the page has no place for figures; it needs the lines%n%s%s".formatted(BEGIN, END));
    }
    return page.substring(0, begin + BEGIN.length())
        + "\n"
        + render(Recorded.newest(results))
        + "\n"
        + page.substring(end);
  }

  /** Fills the README of the repository. */
  public static void fill(Path root) throws IOException {
    Path readme = root.resolve("README.md");
    Files.writeString(
        readme, filled(Files.readString(readme), root.resolve("bench").resolve("results")));
  }

  private static String render(Map<String, Recorded> runs) {
    StringBuilder table = new StringBuilder("| | | measured |\n| --- | --- | --- |\n");
    for (Line line : LINES) {
      Recorded run = runs.get(line.benchmark());
      if (run != null) {
        row(table, line.about(), line.text().apply(run), run.origin());
      }
    }
    table.append("\nMissed bars (a ratio must be at least its bar):\n\n");
    table.append("| benchmark | ratio | is | bar | measured |\n| --- | --- | --- | --- | --- |\n");
    for (Recorded run : runs.values()) {
      for (Recorded.Missed missed : run.missed()) {
        row(
            table,
            "`" + run.name() + "`",
            missed.name(),
            below(missed.value(), missed.bar()),
            decimals(missed.bar()),
            run.origin());
      }
    }
    return table.toString();
  }

  /** With as many digits as it takes to see that it is less than its bar. */
  private static String below(double value, double bar) {
    return decimals(value).equals(decimals(bar))
        ? String.format(Locale.ROOT, "%.3f", value)
        : decimals(value);
  }

  private static void row(StringBuilder table, String... cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String against(Recorded run, String ours, String theirs) {
    return "%s/s against %s/s".formatted(rate(run.rate(ours)), rate(run.rate(theirs)));
  }

  /** Rounds to three digits: the fourth differs from run to run. */
  private static String rate(double perSecond) {
    double unit = 1;
    while (perSecond / unit >= DIGITS_FROM) {
      unit *= 10;
    }
    return String.format(Locale.ROOT, "%,.0f", Math.round(perSecond / unit) * unit);
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < WHOLE_FROM ? "%.1f ×" : "%.0f ×", ratio);
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * ratio);
  }

  private static String decimals(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
