package dev.stampede.server.sale;

/** A figure of a sale that is kept for a quarter of an hour, to be drawn over time. */
enum SampledFigure {
  WAITING("waiting"),
  ACTIVE("active"),
  ADMITTED_PER_MINUTE("admittedPerMinute"),
  HELD("held"),
  SOLD("sold"),
  REVENUE("revenue"),
  BOOKINGS_PER_MINUTE("bookingsPerMinute"),
  SOLD_PER_MINUTE("soldPerMinute"),
  RELEASED_PER_MINUTE("releasedPerMinute"),
  CANCELLED_PER_MINUTE("cancelledPerMinute"),
  REFUSED_PER_MINUTE("refusedPerMinute"),
  LOCK_FAILURE_RATE("lockFailureRate"),
  P50_MILLIS("p50Millis"),
  P99_MILLIS("p99Millis"),
  GROUP_SIZE_MEAN("groupSizeMean");

  private final String label;

  SampledFigure(String label) {
    this.label = label;
  }

  /** As it is called in JSON. */
  String label() {
    return label;
  }
}
