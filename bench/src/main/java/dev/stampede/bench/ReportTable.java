package dev.stampede.bench;

import java.util.Locale;
import java.util.OptionalDouble;

/** A report as people read it. */
final class ReportTable {

  private ReportTable() {}

  static String render(Report report) {
    StringBuilder table = new StringBuilder();
    line(table, "case", "per second", "p50 ms", "p99 ms", "");
    for (Row row : report.rows()) {
      String rate = String.format(Locale.ROOT, "%,.0f", row.ratePerSecond());
      line(table, row.name(), rate, millis(row.p50Millis()), millis(row.p99Millis()), row.note());
    }
    for (Ratio ratio : report.ratios()) {
      String value = String.format(Locale.ROOT, "%.2f", ratio.value());
      line(table, ratio.name(), value, "", "", verdict(ratio));
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

  private static void line(StringBuilder table, Object... values) {
    String line = String.format(Locale.ROOT, "%-28s %14s %10s %10s  %s", values);
    table.append(line.stripTrailing()).append('\n');
  }
}
