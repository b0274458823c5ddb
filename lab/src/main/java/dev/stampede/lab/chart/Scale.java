package dev.stampede.lab.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * From values to places, evenly or by their logarithm.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}
 */
record Scale(double low, double high, double from, double to, boolean isLog) {

  private static final int TICKS = 5;

  /** Returns an even scale from zero up to this value. */
  static Scale even(double high, double from, double to) {
    return new Scale(0, high <= 0 ? 1 : high, from, to, false);
  }

  /** Whole powers of ten around these values, which are above nothing. */
  static Scale log(double low, double high, double from, double to) {
    double bottom = Math.pow(10, Math.floor(Math.log10(low)));
    double top = Math.pow(10, Math.ceil(Math.log10(Math.max(high, low * 1.001))));
    return new Scale(bottom, Math.max(top, bottom * 10), from, to, true);
  }

  double at(double value) {
    double share =
        isLog
            ? (Math.log10(Math.max(value, low)) - Math.log10(low))
                / (Math.log10(high) - Math.log10(low))
            : (value - low) / (high - low);
    return from + share * (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (isLog) {
      for (double tick = low; tick <= high * 1.0001; tick *= 10) {
        ticks.add(tick);
      }
      return ticks;
    }
    double rough = (high - low) / TICKS;
    double unit = Math.pow(10, Math.floor(Math.log10(rough)));
    double step =
        rough / unit > 5
            ? 10 * unit
            : rough / unit > 2 ? 5 * unit : rough / unit > 1 ? 2 * unit : unit;
    for (double tick = low; tick <= high * 1.0001; tick += step) {
      ticks.add(tick);
    }
    return ticks;
  }

  /** A tick's value as people write it. */
  static String shown(double value) {
    if (value == 0) {
      return "0";
    }
    if (value >= 1) {
      return String.format(
          Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.1f" : "%,.0f", value);
    }
    return String.format(
        Locale.ROOT, value >= 0.1 ? "%.1f" : value >= 0.01 ? "%.2f" : "%.3f", value);
  }
}
