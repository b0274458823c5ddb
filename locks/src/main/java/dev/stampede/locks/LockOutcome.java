package dev.stampede.locks;

import java.time.Duration;
import java.util.List;

/** The result of asking for locks. */
public sealed interface LockOutcome {

  /** All of them are ours; release them, best with try-with-resources. */
  record Acquired(HeldLock lock) implements LockOutcome {}

  /** Not free, and there was nothing to wait for: one try was asked for, or the line is full. */
  record Busy(List<String> keys) implements LockOutcome {
    public Busy {
      keys = List.copyOf(keys);
    }
  }

  /** Not free within the time the caller had. */
  record TimedOut(List<String> keys, Duration waited) implements LockOutcome {
    public TimedOut {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Redis, or the source of fences, did not answer: whether the locks are free is not known, and
   * nothing is held.
   */
  record Unavailable(String reason) implements LockOutcome {}
}
