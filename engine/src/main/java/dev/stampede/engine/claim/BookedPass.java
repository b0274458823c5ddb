package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;

/**
 * The passes that a buyer's bookings in one group have spent, in a show with a waiting room: all up
 * to this number. A buyer who pays several holds may be reported with one number again.
 *
 * @param number above 0: a buyer who never had a pass has none to spend
 * @param seats of these bookings together
 */
public record BookedPass(ShowId show, Buyer buyer, long number, int seats) {

  /** The same, and another booking after it. */
  public BookedPass and(BookedPass later) {
    return new BookedPass(show, buyer, later.number, seats + later.seats);
  }
}
