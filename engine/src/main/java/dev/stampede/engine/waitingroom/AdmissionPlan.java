package dev.stampede.engine.waitingroom;

import dev.stampede.engine.waitingroom.Inventory.Stock;

/**
 * Computes how many people may be inside: as many as the seats can serve, given how many seats an
 * admitted buyer was seen to buy on average.
 *
 * <p>Buyers who hold seats are served. Each of the others will take {@code need} seats on average:
 * the share of passes that ended in a booking, times the seats of a booking. They can get the free
 * seats and, of the holds that end soon, the part that will not be paid for. At first, when little
 * has been seen, the plan expects everybody to buy one seat: a few minutes of slow admission are
 * better than a crowd that is let in and disappointed.
 */
final class AdmissionPlan {

  /** The plan begins as if this many passes had been spent on one seat each. */
  static final int EXPECTED = 10;

  /** The limit of people let in for each seat, however few of them buy. */
  static final double MAX_PEOPLE_PER_SEAT = 20;

  private AdmissionPlan() {}

  /** The share of passes that end with a booking. */
  static double conversion(LineSnapshot.Counts counts) {
    return (double) (counts.booked() + EXPECTED) / (counts.ended() + EXPECTED);
  }

  /** The number of people that may be inside. */
  static long ceiling(long maxActive, Stock stock, LineSnapshot.Counts counts) {
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
