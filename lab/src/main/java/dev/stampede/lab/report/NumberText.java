package dev.stampede.lab.report;

import java.util.Locale;

/** Numbers as people read them. */
final class NumberText {

  private NumberText() {}

  /** Three digits that mean something, thousands apart. */
  static String of(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", Math.floor(share * 100));
  }
}
