package dev.stampede.engine.seats;

import java.util.function.LongSupplier;

/** A board with what must be known to keep it true: whether it is in touch, in doubt, in use. */
final class KeptBoard {

  private final SeatBoard board;
  private final LongSupplier nanos;
  private final UntoldLapses lapses = new UntoldLapses();
  private volatile boolean followed;
  private volatile boolean doubted;
  private volatile long usedNanos;
  private volatile long checkedNanos;

  /** The board is no older than this. */
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

  /** Holds that have ended and that nobody may have told of. */
  UntoldLapses lapses() {
    return lapses;
  }

  SeatBoard used() {
    usedNanos = nanos.getAsLong();
    return board;
  }

  long idleNanos() {
    return nanos.getAsLong() - usedNanos;
  }

  /** When it was last compared with the database, or somebody tried to. */
  long checkedNanos() {
    return checkedNanos;
  }

  /** Whether somebody has asked for it since then. */
  boolean isUsedSinceChecked() {
    return usedNanos - checkedNanos > 0;
  }

  long uncheckedNanos() {
    return nanos.getAsLong() - checkedNanos;
  }

  /** How old the rows may be that were last read: since before they were asked for. */
  long readNanosAgo() {
    return nanos.getAsLong() - readNanos;
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

  /**
   * Somebody else has compared it: that is as good, but nothing was read here. Doubts stay: they
   * may be younger than that comparison.
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
