package dev.stampede.lane;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through a lane, shared by its caller and the lane's writer.
 *
 * <p>The caller may give up only while the entry is queued, the writer may decide only what it has
 * taken, and both agree by one compare-and-set, so that nobody is told "nothing happened" about
 * something that is being written:
 *
 * <pre>
 *   QUEUED ──take()──▶ TAKEN ──finish(outcome)──▶ done
 *     │  ▲                │
 *     │  └──putBack()─────┘
 *     └──giveUp(outcome), refuse(outcome)──▶ done
 * </pre>
 */
final class LaneEntry<Q, A> {

  private enum Stage {
    QUEUED,
    TAKEN
  }

  private final Q request;
  private final Thread caller;
  private final long queuedAtNanos;
  private final @Nullable RequestSequence sequence;

  /** A {@link Stage}, or the {@link Outcome} once there is one; outcomes are final. */
  private final AtomicReference<Object> state = new AtomicReference<>(Stage.QUEUED);

  /** Only the writer reads and writes it. */
  private int timesCarried;

  /** Since when it has been carried over; only the writer reads and writes it. */
  private long carriedSinceNanos;

  LaneEntry(Q request, Thread caller, long nowNanos) {
    this(request, caller, nowNanos, null);
  }

  /** One of several that are decided in their order, or not at all. */
  LaneEntry(Q request, Thread caller, long nowNanos, @Nullable RequestSequence sequence) {
    this.request = request;
    this.caller = caller;
    this.queuedAtNanos = nowNanos;
    this.sequence = sequence;
  }

  Q request() {
    return request;
  }

  Duration waited(long nowNanos) {
    return Duration.ofNanos(nowNanos - queuedAtNanos);
  }

  int timesCarried() {
    return timesCarried;
  }

  /** Returns the time since the request was first carried over; zero if it never was. */
  Duration carriedFor(long nowNanos) {
    return timesCarried == 0 ? Duration.ZERO : Duration.ofNanos(nowNanos - carriedSinceNanos);
  }

  /**
   * The writer takes it into a group; false when its caller has given up, or its sequence ended.
   */
  boolean take() {
    if (isStranded()) {
      refuse(new Outcome.Cancelled<>());
      return false;
    }
    return state.compareAndSet(Stage.QUEUED, Stage.TAKEN);
  }

  /** True if a request before it was not decided, so that this one may not be either. */
  boolean isStranded() {
    return sequence != null && sequence.hasEnded();
  }

  /** The writer puts a taken entry back: from now on its caller may give up again. */
  void putBack(boolean carried) {
    if (carried) {
      if (timesCarried == 0) {
        carriedSinceNanos = System.nanoTime();
      }
      timesCarried++;
    }
    // An interrupt or a deadline may have come meanwhile; the caller looks again when woken.
    state.set(Stage.QUEUED);
    LockSupport.unpark(caller);
  }

  /** The writer tells a taken entry's caller. */
  void finish(Outcome<A> outcome) {
    if (!(outcome instanceof Outcome.Decided)) {
      endSequence();
    }
    state.set(outcome);
    LockSupport.unpark(caller);
  }

  /** The writer tells the caller, if it has taken the entry and neither told nor put it back. */
  void finishIfTaken(Outcome<A> outcome) {
    if (state.get() == Stage.TAKEN) {
      finish(outcome);
    }
  }

  /** The inbox turns it away; the caller may be asleep by then, so it is woken. */
  void refuse(Outcome<A> outcome) {
    if (giveUp(outcome)) {
      LockSupport.unpark(caller);
    }
  }

  /** True if the request has ended without being decided. */
  boolean isTurnedAway() {
    Outcome<A> outcome = outcome();
    return outcome != null && !(outcome instanceof Outcome.Decided);
  }

  /**
   * The caller gives up, unless the writer has taken the entry; then it must wait for the outcome.
   */
  boolean giveUp(Outcome<A> outcome) {
    return state.compareAndSet(Stage.QUEUED, outcome);
  }

  private boolean leave(Outcome<A> reason) {
    endSequence();
    return giveUp(reason);
  }

  /**
   * Ends the sequence before the entry's own end is visible, so that a thread that sees that sees
   * this too.
   */
  private void endSequence() {
    if (sequence != null) {
      sequence.end();
    }
  }

  /**
   * The caller waits for its outcome. Patience and interrupts end the wait only while the entry is
   * queued; an interrupt stays visible.
   */
  Outcome<A> await(Duration patience, Waiters waiters) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        Outcome<A> outcome = outcome();
        if (outcome != null) {
          return outcome;
        }
        if (Thread.interrupted()) {
          interrupted = true;
        }
        long left = deadline - System.nanoTime();
        Outcome<A> reason =
            interrupted ? new Outcome.Cancelled<>() : new Outcome.Expired<>(patience);
        if (!interrupted && left > 0) {
          waiters.park(this, deadline);
        } else if (leave(reason)) {
          return reason;
        } else if (outcome() == null) {
          // Taken: parked until finish() or putBack() wakes us; an interrupt only sets the flag.
          LockSupport.park(this);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @SuppressWarnings("unchecked") // the state is a Stage or this entry's own Outcome<A>
  @Nullable Outcome<A> outcome() {
    return state.get() instanceof Outcome<?> outcome ? (Outcome<A>) outcome : null;
  }
}
