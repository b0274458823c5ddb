package dev.stampede.engine.waitingroom;

import dev.stampede.engine.waitingroom.Inventory.Stock;

/**
 * How many people may be inside: as many as the seats can serve, given how many seats somebody who
 * is let in was seen to buy.
 *
 * <p>Those who hold seats are served. Each of the others will take {@code need} seats on average:
 * the share of passes that ended in a booking, times the seats of a booking. They can get what is
 * free, and of what is held and lapses soon the part that is not paid for. At first, when little
 * has been seen, everybody is expected to buy one seat: better a few minutes too slow than a crowd
 * that is let in to be disappointed.
 */
final class AdmissionPlan {

  /** Counts as this many passes that were spent on one seat each, until it is seen otherwise. */
  static final int EXPECTED = 10;

  /** However few buy: for each seat not more than this many are let in. */
  static final double MAX_PEOPLE_PER_SEAT = 20;

  private AdmissionPlan() {}

  /** The share of passes that end with a booking. */
  static double conversion(Glance.Counts counts) {
    return (double) (counts.booked() + EXPECTED) / (counts.ended() + EXPECTED);
  }

  /** How many may be inside. */
  static long ceiling(long maxActive, Stock stock, Glance.Counts counts) {
    double conversion = conversion(counts);
    double seatsEach = (double) (counts.bookedSeats() + EXPECTED) / (counts.booked() + EXPECTED);
    double need = Math.max(conversion * seatsEach, 1 / MAX_PEOPLE_PER_SEAT);
    double servable = stock.free() + stock.lapsing() * (1 - conversion);
    // A seat is for somebody, even if they might want more than what is left.
    long served =
        stock.free() > 0 ? Math.max(1, (long) (servable / need)) : (long) (servable / need);
    return Math.min(maxActive, stock.holders() + served);
  }
}
