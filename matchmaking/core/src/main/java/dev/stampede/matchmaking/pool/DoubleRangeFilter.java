package dev.stampede.matchmaking.pool;

import dev.stampede.matchmaking.ticket.Ticket;

/**
 * A number of the ticket lies between two bounds. A ticket without it is out, and so is everyone
 * where any of the three is NaN. An infinity is a number like any other: it is within bounds that
 * are infinite themselves.
 */
public record DoubleRangeFilter(String doubleArg, double min, double max, Exclude exclude) {

  /** The bounds that the range excludes. */
  public enum Exclude {
    /** {@code [min, max]}. */
    NONE,
    /** {@code (min, max]}. */
    MIN,
    /** {@code [min, max)}. */
    MAX,
    /** {@code (min, max)}. */
    BOTH
  }

  public boolean takes(Ticket ticket) {
    Double value = ticket.searchFields().doubleArgs().get(doubleArg);
    return value != null && isWithin(value);
  }

  /** Comparisons of primitives: with NaN each is false, and -0.0 equals 0.0. */
  private boolean isWithin(double value) {
    return switch (exclude) {
      case NONE -> value >= min && value <= max;
      case MIN -> value > min && value <= max;
      case MAX -> value >= min && value < max;
      case BOTH -> value > min && value < max;
    };
  }
}
