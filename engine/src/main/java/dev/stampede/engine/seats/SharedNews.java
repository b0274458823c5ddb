package dev.stampede.engine.seats;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The news of all shows, numbered for each show and heard by all processes. It carries committed
 * changes; it decides nothing, and it may be unavailable.
 */
public interface SharedNews {

  /** The news for a process that runs alone: always unavailable. */
  SharedNews NOBODY = new NoSharedNews();

  /**
   * Hears the news of all processes, this one's included. Be quick: one thread calls it for all
   * news.
   */
  interface Listener {

    /** Receives notices, numbered from {@code first} on. */
    void heard(ShowId show, Position first, List<SeatNotice> notices);

    /** The listener may have missed some news. */
    void interrupted();
  }

  /** The content of a show's log after a position. */
  sealed interface Log {

    /** All news after the position. */
    record Continued(Position now, List<SeatNotice> notices) implements Log {
      public Continued {
        notices = List.copyOf(notices);
      }
    }

    /** The log cannot continue from the position: it is of another epoch, or too old. */
    record Broken(Position now) implements Log {}

    /** There is no log: no news was published yet, or all was lost. */
    record Missing() implements Log {}

    record Away() implements Log {}
  }

  /** The result of {@link SharedNews#begin}. */
  sealed interface Begun {

    record Started(Position at) implements Begun {}

    /** Another process was first. */
    record Existed() implements Begun {}

    record Away() implements Begun {}
  }

  /** One server's turn at work that only one server should do; closing gives it back. */
  @FunctionalInterface
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  void listen(Listener listener);

  /**
   * Waits for the turn to read a show from the database, so that if many servers need it at once,
   * one reads it and the others find its copy. The turn is a courtesy, not a lock: a server that
   * has waited for long, or cannot ask, goes on without it.
   */
  Turn turn(ShowId show);

  /**
   * Publishes committed changes; a change that is not newer than the last published one of its seat
   * is dropped. Does not wait.
   *
   * @param untold runs, on any thread, if the changes may not have been published
   */
  void tell(ShowId show, List<SeatChange> changes, Runnable untold);

  /** Publishes expired holds. Does not wait. */
  void tellExpired(ShowId show, List<SeatNotice> expiries, Runnable untold);

  /**
   * Reads the log after a position. Without a position the answer is {@link Log.Broken} with the
   * current position, {@link Log.Missing} or {@link Log.Away}.
   */
  Log since(ShowId show, Optional<Position> after);

  /**
   * Begins a log where there is none.
   *
   * @param ranks by seat, the rank that counts as published already
   */
  Begun begin(ShowId show, int[] ranks);

  /** The rank last published for each seat; empty when the news is unavailable. */
  Optional<int[]> ranks(ShowId show, int seats);

  /** The shared copy of a board, packed. */
  Optional<byte[]> copy(ShowId show);

  /** Shares a copy, which ends after the lifetime of copies. Does not wait. */
  void keep(ShowId show, byte[] packed);

  /** The time since the last sign of life on the channel that brings the news. */
  Duration silence();
}
