package dev.stampede.chaos.report;

import dev.stampede.chaos.load.AttemptReply.Meaning;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Results for people: a line each. */
public final class ResultsTable {

  private static final String ROW = "%-18s %7s  %9s  %-34s %8s %8s %8s  %8s %8s %8s  %7s %8s  %s%n";

  private ResultsTable() {}

  public static String of(Collection<Result> results) {
    StringBuilder text = new StringBuilder();
    text.append(
        ROW.formatted(
            "experiment",
            "lasted",
            "noticed",
            "by",
            "before/s",
            "during/s",
            "after/s",
            "back in",
            "well in",
            "pause",
            "failed",
            "unknown",
            "verdict"));
    for (Result result : results) {
      ExperimentFigures figures = result.figures();
      text.append(
          ROW.formatted(
              result.experiment().label(),
              seconds(Optional.of(result.setting().lasted())),
              seconds(figures.detected().map(ExperimentFigures.Sign::after)),
              figures.detected().map(ExperimentFigures.Sign::by).orElse("nobody"),
              whole(figures.goodput().before()),
              whole(figures.goodput().during()),
              whole(figures.goodput().after()),
              seconds(figures.recovered()),
              seconds(figures.well()),
              seconds(Optional.of(figures.longestPause())),
              figures.heard(Meaning.FAILED),
              figures.heard(Meaning.UNKNOWN),
              result.holds() ? "all held" : "BROKEN"));
    }
    return text.toString();
  }

  private static String seconds(Optional<Duration> time) {
    return time.map(known -> String.format(Locale.ROOT, "%.1f s", known.toMillis() / 1e3))
        .orElse("never");
  }

  private static String whole(double rate) {
    return Long.toString(Math.round(rate));
  }
}
