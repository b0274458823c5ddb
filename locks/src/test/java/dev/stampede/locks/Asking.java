package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import java.time.Duration;

/** Acquires locks for tests, and asserts the outcome. */
final class Asking {

  static final Duration PATIENCE = Duration.ofMinutes(1);

  private Asking() {}

  /** Held; where one try is all, as many as it takes. */
  static HeldLock held(Locks locks, LockRequest request) {
    return Eventually.within(PATIENCE)
                .until(
                    "we hold " + request.keys(),
                    () -> locks.acquire(request),
                    outcome -> {
                      if (!request.triesOnce()) {
                        assertThat(outcome).isInstanceOf(LockOutcome.Acquired.class);
                      }
                      return outcome instanceof LockOutcome.Acquired;
                    })
            instanceof LockOutcome.Acquired(HeldLock lock)
        ? lock
        : unreachable();
  }

  static void refused(Locks locks, LockRequest request) throws InterruptedException {
    LockOutcome outcome = locks.acquire(request);
    assertThat(outcome)
        .isInstanceOf(request.triesOnce() ? LockOutcome.Busy.class : LockOutcome.TimedOut.class);
  }

  private static HeldLock unreachable() {
    throw new AssertionError("until() returns only what was accepted");
  }
}
