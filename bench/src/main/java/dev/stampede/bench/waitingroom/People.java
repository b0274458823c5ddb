package dev.stampede.bench.waitingroom;

import dev.stampede.engine.claim.Buyer;

/** The people in line: buyers counted from 0, with ids of 20 characters. */
final class People {

  private static final String PREFIX = "buyer-";

  /** With its leading 1 cut off, so that every id has as many digits. */
  private static final long FOURTEEN_DIGITS = 100_000_000_000_000L;

  private People() {}

  static Buyer number(int person) {
    return new Buyer(PREFIX + Long.toString(FOURTEEN_DIGITS + person).substring(1));
  }
}
