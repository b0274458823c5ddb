package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;

/**
 * What a buyer keeps to prove a place in line: handed in again, it restores the place if Redis has
 * lost it.
 *
 * @param number the place's number; after a draw it is worth what its leaf has drawn
 * @param epoch of the line when the number was given out
 * @param nonce in hexadecimal, what makes the buyer's leaf in the draw; empty where none is drawn
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
