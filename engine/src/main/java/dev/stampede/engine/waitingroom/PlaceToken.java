package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;

/**
 * A buyer's proof of a place in line. If Redis has lost the place, the buyer shows the token and
 * gets the place back.
 *
 * @param number the place's number; after a draw the token is worth the number that its leaf drew
 * @param epoch the line's epoch when it gave out the number
 * @param nonce the nonce of the buyer's leaf in the draw, in hexadecimal; empty without a draw
 */
public record PlaceToken(ShowId show, Buyer buyer, long number, int epoch, String nonce) {

  public static final int MAX_NONCE_CHARS = 64;

  public PlaceToken {
    if (number < 1 || epoch < 1) {
      throw new IllegalArgumentException(
          "a place has number %d in epoch %d; both count from 1".formatted(number, epoch));
    }
    if (nonce.length() > MAX_NONCE_CHARS) {
      throw new IllegalArgumentException(
          "a nonce has %d characters; at most %d".formatted(nonce.length(), MAX_NONCE_CHARS));
    }
  }
}
