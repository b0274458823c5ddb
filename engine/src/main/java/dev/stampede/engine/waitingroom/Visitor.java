package dev.stampede.engine.waitingroom;

/**
 * Somebody in line who asks this process: what their next poll needs, so that it costs no question
 * to Redis, and whether they gave a sign of life since the last round.
 */
final class Visitor {

  private volatile long number;
  private volatile boolean alive = true;

  /** Only whoever makes the rounds touches it. */
  private int silentRounds;

  Visitor(long number) {
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

  /** Whether there was a sign of life since the last time this was asked. */
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
