package dev.stampede.server.sale;

import org.jspecify.annotations.Nullable;

/** Figures as people read them. */
final class Rounded {

  private Rounded() {}

  static double to2(double value) {
    return Math.round(value * 100) / 100.0;
  }

  /** A part of a whole, 0..1 with four digits; nothing while there is no whole. */
  static @Nullable Double share(long part, long whole) {
    return whole == 0 ? null : Math.round(10_000.0 * part / whole) / 10_000.0;
  }
}
