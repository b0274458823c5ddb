package dev.stampede.engine.waitingroom;

/**
 * A buyer in line who polls this process. It keeps the number that answers the next poll without a
 * call to Redis, and notes signs of life since the last round.
 */
final class PollingBuyer {

  private volatile long number;
  private volatile boolean alive = true;

  /** Used only by the thread that makes the rounds. */
  private int silentRounds;

  PollingBuyer(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  void standsAt(long other) {
    number = other;
  }

  void isAlive() {
    if (!alive) {
      alive = true;
    }
  }

  /** True if there was a sign of life since the last call. */
  boolean wasAlive() {
    boolean was = alive;
    alive = false;
    silentRounds = was ? 0 : silentRounds + 1;
    return was;
  }

  int silentRounds() {
    return silentRounds;
  }
}
