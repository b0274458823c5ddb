package dev.stampede.bench.report;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A report as people read it. */
public final class ReportTable {

  private static final int LEAST_WIDTH = 28;

  private final StringBuilder table = new StringBuilder();
  private final int width;

  private ReportTable(Report report) {
    this.width =
        Stream.concat(
                report.rows().stream().map(Row::name), report.ratios().stream().map(Ratio::name))
            .mapToInt(String::length)
            .reduce(LEAST_WIDTH, Math::max);
  }

  public static String render(Report report) {
    return new ReportTable(report).text(report);
  }

  private String text(Report report) {
    line("case", "per second", "p50 ms", "p99 ms", "");
    for (Row row : report.rows()) {
      String rate = String.format(Locale.ROOT, "%,.0f", row.ratePerSecond());
      line(row.name(), rate, millis(row.p50Millis()), millis(row.p99Millis()), row.note());
    }
    for (Ratio ratio : report.ratios()) {
      String value = String.format(Locale.ROOT, "%,.2f", ratio.value());
      line(ratio.name(), value, "", "", verdict(ratio));
    }
    report.notes().forEach(note -> table.append('\n').append(note).append('\n'));
    report.failed().forEach(failed -> table.append('\n').append(failed).append('\n'));
    return table.toString();
  }

  private static String verdict(Ratio ratio) {
    if (ratio.bar() == 0) {
      return "for the record";
    }
    return String.format(
        Locale.ROOT, "bar %.2f: %s", ratio.bar(), ratio.holds() ? "holds" : "DOES NOT HOLD");
  }

  private static String millis(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.3f", value.getAsDouble()) : "";
  }

  private void line(String name, String value, String p50, String p99, String note) {
    String line =
        String.format(
            Locale.ROOT, "%-" + width + "s %14s %10s %10s  %s", name, value, p50, p99, note);
    table.append(line.stripTrailing()).append('\n');
  }
}
