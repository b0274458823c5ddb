package dev.stampede.engine.seats;

import java.util.function.LongSupplier;

/** A board with the state needed to keep it correct: in touch with the news, in doubt, in use. */
final class KeptBoard {

  private final SeatBoard board;
  private final LongSupplier nanos;
  private final UnpublishedExpiries expiries = new UnpublishedExpiries();
  private volatile boolean followed;
  private volatile boolean doubted;
  private volatile long usedNanos;
  private volatile long checkedNanos;

  /** The board's rows were read no earlier than this. */
  private volatile long readNanos;

  KeptBoard(SeatBoard board, LongSupplier nanos) {
    this.board = board;
    this.nanos = nanos;
    this.usedNanos = nanos.getAsLong();
    this.checkedNanos = usedNanos;
    this.readNanos = usedNanos;
  }

  SeatBoard board() {
    return board;
  }

  /** The holds that have ended and whose end may not be published yet. */
  UnpublishedExpiries expiries() {
    return expiries;
  }

  SeatBoard used() {
    usedNanos = nanos.getAsLong();
    return board;
  }

  long idleNanos() {
    return nanos.getAsLong() - usedNanos;
  }

  /** The time of the last comparison with the database, successful or not. */
  long checkedNanos() {
    return checkedNanos;
  }

  /** True if a caller has used the board since the last comparison. */
  boolean isUsedSinceChecked() {
    return usedNanos - checkedNanos > 0;
  }

  long uncheckedNanos() {
    return nanos.getAsLong() - checkedNanos;
  }

  /** The greatest age of the rows last read, counted from before the query. */
  long readNanosAgo() {
    return nanos.getAsLong() - readNanos;
  }

  /** True if the board has followed all news up to now. */
  boolean isFollowed() {
    return followed;
  }

  void followed(boolean followed) {
    this.followed = followed;
  }

  boolean isDoubted() {
    return doubted;
  }

  /** Notes that a change may not have been published. */
  void doubt() {
    doubted = true;
  }

  /**
   * Notes that another server has compared the board: that is as good, but this process read
   * nothing. Doubts stay: they may be younger than that comparison.
   */
  void checkedElsewhere() {
    checkedNanos = nanos.getAsLong();
  }

  /** Runs a comparison; doubts raised while it runs stay. */
  void checked(Runnable comparison) {
    doubted = false;
    long began = nanos.getAsLong();
    try {
      comparison.run();
      readNanos = began;
    } catch (RuntimeException | Error e) {
      doubted = true;
      throw e;
    } finally {
      checkedNanos = nanos.getAsLong();
    }
  }
}
