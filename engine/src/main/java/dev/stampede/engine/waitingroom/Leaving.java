package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes buyers out of a line, or ends their passes, at their own wish.
 *
 * <p>A buyer who leaves asks once and closes the page. They do not see a refusal, and the place or
 * pass left behind keeps others waiting until it lapses. So the server retries a line that does not
 * answer for up to {@link #PATIENCE}: Redis was slow, a failover is under way, or the buyer is on
 * the way in and can give the pass up a moment later.
 */
final class Leaving {

  /** No try begins later than this after the first. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The limit of requests that wait to retry; one more is refused at its first failure. */
  static final int MAX_WAITING = 1_000;

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  /** The limit of unsettled departures searched for one whose answer was lost. */
  private static final int UNSETTLED = 10_000;

  private static final Set<LineExit.Kind> OWN_WISH =
      Set.of(LineExit.Kind.LEFT, LineExit.Kind.PASS_GIVEN_UP);

  private static final Logger log = LoggerFactory.getLogger(Leaving.class);

  private final Line line;
  private final LineJournal journal;
  private final Departures departures;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  Leaving(Line line, LineJournal journal, Departures departures) {
    this.line = line;
    this.journal = journal;
    this.departures = departures;
  }

  /**
   * Takes the buyer out; returns when the departure is recorded, or the line stayed unreachable.
   */
  LeaveOutcome leave(ShowId show, Buyer buyer) {
    Departing departing = new Departing(show, buyer);
    long begun = System.nanoTime();
    for (boolean again = false; ; again = true) {
      try {
        return departing.attempt(again);
      } catch (LineUnavailableException | LineLostException away) {
        if (System.nanoTime() - begun >= PATIENCE.toNanos() || !pause()) {
          log.debug("the line of show {} could not be left", show, away);
          return new LeaveOutcome.Unavailable("the server cannot reach the waiting room");
        }
      }
    }
  }

  /**
   * Waits before a retry. False if the request may not wait: too many do, or its thread is
   * interrupted.
   */
  private boolean pause() {
    if (!waiting.tryAcquire()) {
      return false;
    }
    try {
      LockSupport.parkNanos(
          ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE.toNanos(), LONGEST_PAUSE.toNanos()));
      return !Thread.currentThread().isInterrupted();
    } finally {
      waiting.release();
    }
  }

  /**
   * One buyer's departure: taken out, recorded, settled. A retry goes on where the last try failed.
   */
  private final class Departing {

    private final ShowId show;
    private final Buyer buyer;
    private Optional<LineExit> moved = Optional.empty();

    /** The database's answer while Redis was away; it will not change in a few seconds. */
    private boolean mayBeInLine;

    Departing(ShowId show, Buyer buyer) {
      this.show = show;
      this.buyer = buyer;
    }

    LeaveOutcome attempt(boolean again) {
      if (moved.isEmpty()) {
        moved = takeOutOfKnownLine(again);
      }
      if (moved.isEmpty()) {
        return new LeaveOutcome.NotInLine();
      }
      record(moved.get());
      settle(moved.get());
      return new LeaveOutcome.Left();
    }

    /**
     * Records the departure; if the line has begun again since, the buyer has to leave that one.
     */
    private void record(LineExit out) {
      try {
        departures.write(show, out);
      } catch (LineLostException lost) {
        moved = Optional.empty();
        throw lost;
      }
    }

    /**
     * Takes the buyer out of a line that may exist. If Redis does not know the line, it is lost, or
     * it never began or was removed: in the last two cases nobody is in it, and the buyer need not
     * wait. The database knows that also while Redis is away; the server then asks it once, since a
     * thousand requests may retry several times a second.
     */
    private Optional<LineExit> takeOutOfKnownLine(boolean again) {
      try {
        return takeOut(again);
      } catch (LineLostException lost) {
        if (journal.mayExist(show)) {
          throw lost;
        }
        return Optional.empty();
      } catch (LineUnavailableException away) {
        mayBeInLine = mayBeInLine || journal.mayExist(show);
        if (mayBeInLine) {
          throw away;
        }
        return Optional.empty();
      }
    }

    /**
     * Takes the buyer out. An earlier try whose answer was lost may have done so: then the
     * departure is unsettled, and a retry finds it there.
     */
    private Optional<LineExit> takeOut(boolean again) {
      Optional<LineExit> left = line.leave(show, buyer);
      return left.isPresent() || !again
          ? left
          : line.unsettled(show, Duration.ZERO, UNSETTLED).stream()
              .filter(one -> one.buyer().equals(buyer) && OWN_WISH.contains(one.kind()))
              .findFirst();
    }

    /**
     * Settles the departure, which is certain by now; if this fails, {@link Admission#tidy} settles
     * it later.
     */
    private void settle(LineExit out) {
      try {
        var _ = line.settle(show, List.of(out));
      } catch (LineUnavailableException | LineLostException away) {
        log.debug("a departure from the line of show {} is settled later", show, away);
      }
    }
  }
}
