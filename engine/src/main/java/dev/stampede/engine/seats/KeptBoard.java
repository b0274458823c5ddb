package dev.stampede.engine.seats;

/** A board with what must be known to keep it true: whether it is in touch, in doubt, in use. */
final class KeptBoard {

  private final SeatBoard board;
  private volatile boolean followed;
  private volatile boolean doubted;
  private volatile long usedNanos = System.nanoTime();
  private volatile long checkedNanos = System.nanoTime();

  KeptBoard(SeatBoard board) {
    this.board = board;
  }

  SeatBoard board() {
    return board;
  }

  SeatBoard used() {
    usedNanos = System.nanoTime();
    return board;
  }

  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  long uncheckedNanos() {
    return System.nanoTime() - checkedNanos;
  }

  /** Whether all news up to now was followed. */
  boolean isFollowed() {
    return followed;
  }

  void followed(boolean followed) {
    this.followed = followed;
  }

  boolean isDoubted() {
    return doubted;
  }

  /** Something that happened may not have been told. */
  void doubt() {
    doubted = true;
  }

  /** Runs a comparison; doubts raised while it runs stay. */
  void checked(Runnable comparison) {
    doubted = false;
    try {
      comparison.run();
    } catch (RuntimeException | Error e) {
      doubted = true;
      throw e;
    } finally {
      checkedNanos = System.nanoTime();
    }
  }
}
