package dev.stampede.engine.seats;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The news of all shows, numbered for each show and heard by all processes. It carries what was
 * committed; it decides nothing, and it may be away.
 */
public interface SharedNews {

  /** For a process that is on its own: always away. */
  SharedNews NOBODY = new NobodysNews();

  /** Hears the news of all processes, this one's included. Be quick: one thread brings them all. */
  interface Listener {

    /** These notices are numbered on from {@code first}. */
    void heard(ShowId show, Position first, List<SeatNotice> notices);

    /** Some may have been missed. */
    void interrupted();
  }

  /** What is in a show's log after a position. */
  sealed interface Log {

    /** All that came after it. */
    record Continued(Position now, List<SeatNotice> notices) implements Log {
      public Continued {
        notices = List.copyOf(notices);
      }
    }

    /** It cannot be continued from there: another epoch, or too long ago. */
    record Broken(Position now) implements Log {}

    /** There is no log: nothing was told yet, or all was lost. */
    record Missing() implements Log {}

    record Away() implements Log {}
  }

  /** What became of the wish to begin a log. */
  sealed interface Begun {

    record Started(Position at) implements Begun {}

    /** Somebody else was first. */
    record Existed() implements Begun {}

    record Away() implements Begun {}
  }

  /** One server's turn at something that one alone should do; given back by closing. */
  @FunctionalInterface
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  void listen(Listener listener);

  /**
   * Waits for the turn to read a show from the database, so that of many servers that need it at
   * once one reads and the others find its copy. A courtesy, not a right: who has waited for long,
   * or cannot ask, goes on without.
   */
  Turn turn(ShowId show);

  /**
   * Tells what was committed; what is not newer than what was told is dropped. Does not wait.
   *
   * @param untold runs if it may not have been told, on any thread
   */
  void tell(ShowId show, List<SeatChange> changes, Runnable untold);

  /** Tells which holds have lapsed. Does not wait. */
  void tellLapsed(ShowId show, List<SeatNotice> lapses, Runnable untold);

  /** Where the log is now, for who has no position yet: broken or missing. */
  Log since(ShowId show, Optional<Position> after);

  /**
   * Begins a log where there is none.
   *
   * @param ranks what counts as told already, by seat
   */
  Begun begin(ShowId show, int[] ranks);

  /** What was told last of each seat; empty when away. */
  Optional<int[]> ranks(ShowId show, int seats);

  /** The shared copy of a board, packed. */
  Optional<byte[]> copy(ShowId show);

  /** Shares a copy for as long as copies are kept. Does not wait. */
  void keep(ShowId show, byte[] packed);

  /** How long ago a sign of life was last heard on the channel that brings the news. */
  Duration silence();
}
