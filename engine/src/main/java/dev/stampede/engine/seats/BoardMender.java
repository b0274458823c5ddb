package dev.stampede.engine.seats;

import dev.stampede.engine.seats.BoardKeeper.Touch;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Brings boards back to the news or to the database where they have lost touch, and checks those
 * that are due.
 *
 * <p>If the news is away for longer than {@link #GIVEN_UP}, each board goes on by itself, in an
 * epoch of its own, and the server reads it from the database every {@link #READ_ALONE}, as far as
 * that takes no more than a {@value #READING_PART}th of the time: otherwise the servers that miss
 * Redis would bring down the database with it. A board that nobody asks for is dropped after {@link
 * #IDLE_ALONE}.
 */
final class BoardMender {

  static final Duration GIVEN_UP = Duration.ofSeconds(2);
  static final Duration READ_ALONE = Duration.ofMillis(500);

  static final int READING_PART = 10;
  static final Duration IDLE_ALONE = Duration.ofSeconds(5);

  private final SharedNews news;
  private final BoardKeeper keeper;
  private final BoardSettings settings;
  private final LongSupplier nanos;

  /** The time from which boards on their own may be read again; used only by {@link #mend}. */
  private long readAloneAgainNanos;

  BoardMender(SharedNews news, BoardKeeper keeper, BoardSettings settings, LongSupplier nanos) {
    this.news = news;
    this.keeper = keeper;
    this.settings = settings;
    this.nanos = nanos;
    this.readAloneAgainNanos = nanos.getAsLong();
  }

  /**
   * Mends a board that has lost touch, and checks one that is due. Waits for Redis and for the
   * database.
   *
   * @param alive true if this process hears the news of all shows
   * @return false if the board is idle and to be dropped
   */
  boolean mend(KeptBoard kept, boolean alive) {
    SeatBoard board = kept.board();
    if (isIdle(kept, alive)) {
      return false;
    }
    if (!alive && board.isShared() && news.silence().compareTo(GIVEN_UP) > 0) {
      board.restart(Position.fresh(), false);
      kept.followed(false);
    } else if (!alive && !board.isShared()) {
      readAlone(kept);
    } else if (alive && !board.isShared() && kept.uncheckedNanos() > READ_ALONE.toNanos()) {
      rejoin(kept);
    } else if (alive && board.isShared()) {
      boolean compare = isDoubted(kept) || isDue(kept);
      if (compare || !kept.isFollowed()) {
        switch (settle(kept)) {
          case LOST -> rejoin(kept);
          case KEPT -> {
            if (compare) {
              kept.checked(() -> keeper.check(board));
            }
          }
          case UNKNOWN -> {}
        }
      }
    }
    return true;
  }

  private boolean isIdle(KeptBoard kept, boolean alive) {
    boolean alone = !alive && !kept.board().isShared();
    return kept.idleNanos() > settings.idle().toNanos()
        || (alone && kept.idleNanos() > IDLE_ALONE.toNanos());
  }

  private void readAlone(KeptBoard kept) {
    long began = nanos.getAsLong();
    if (kept.uncheckedNanos() > READ_ALONE.toNanos() && began - readAloneAgainNanos >= 0) {
      try {
        kept.checked(() -> keeper.check(kept.board()));
      } finally {
        long ended = nanos.getAsLong();
        readAloneAgainNanos = ended + (READING_PART - 1) * (ended - began);
      }
    }
  }

  /**
   * Catches up with the news. The flag is set first: news that does not fit meanwhile must not be
   * forgotten.
   */
  Touch settle(KeptBoard kept) {
    kept.followed(true);
    Touch touch = keeper.catchUp(kept.board());
    if (touch != Touch.KEPT) {
      kept.followed(false);
    }
    return touch;
  }

  private void rejoin(KeptBoard kept) {
    kept.checked(() -> keeper.rejoin(kept.board()));
    var _ = settle(kept);
  }

  /**
   * True if a doubted board is to be compared now. Not too often: a Redis that can be read and not
   * written to leaves every commit in doubt.
   */
  private static boolean isDoubted(KeptBoard kept) {
    return kept.isDoubted() && kept.uncheckedNanos() > READ_ALONE.toNanos();
  }

  /**
   * True if a regular comparison is due. An unused board waits for its next use: reading a large
   * show takes a processor for a good part of a second, which buyers of other shows would feel.
   */
  private boolean isDue(KeptBoard kept) {
    if (kept.uncheckedNanos() < settings.checkEvery().toNanos() || !kept.isUsedSinceChecked()) {
      return false;
    }
    if (keeper.isCheckedBySomebody(kept.board())) {
      kept.checkedElsewhere();
      return false;
    }
    return true;
  }
}
