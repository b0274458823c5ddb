package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;

/**
 * What a buyer's bookings of one group have done to their passes in a show with a waiting room: all
 * up to this number are spent. Who pays several holds may be told of with one number again.
 *
 * @param number above 0: who never had a pass has none to spend
 * @param seats of these bookings together
 */
public record BookedPass(ShowId show, Buyer buyer, long number, int seats) {

  /** The same, and another booking after it. */
  BookedPass and(BookedPass later) {
    return new BookedPass(show, buyer, later.number, seats + later.seats);
  }
}
