package dev.stampede.prove.load;

/** The kinds of things that a client does next, and how often; each is one call or a few. */
enum ClientStep {
  HOLD_SEATS(18),
  HOLD_BEST(4),
  BUY_NOW(6),
  BUY_LATER(2),
  PAY_LATE(4),
  CANCEL(2),
  TOP_UP(2),
  EXTEND(0.8),
  STAND_IN_LINE(18),
  READ_SEATS(16),
  READ_BOOKING(4),
  READ_HOLD(4),
  LIST_BOOKINGS(2),
  READ_WALLET(6),
  REPEAT(6),
  CHANGE_BODY(1.5),
  ENQUEUE_JOB(1.5),
  SEEK_MATCH(4);

  private final double weight;

  ClientStep(double weight) {
    this.weight = weight;
  }

  double weight() {
    return weight;
  }
}
