package dev.stampede.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition, with a deadline.
 *
 * <p>{@code Eventually.within(Duration.ofSeconds(10)).until("the hold is free again", () -> …)}
 *
 * <p>A condition that throws, a failed assertion included, counts as not met yet; the last thing
 * seen is in the message when time is up.
 */
public final class Eventually {

  /**
   * Looks are soon at first, and then further apart: many open a connection each, and what they
   * wait for needs the processor too.
   */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(60);

  private final Duration limit;

  private Eventually(Duration limit) {
    this.limit = limit;
  }

  public static Eventually within(Duration limit) {
    return new Eventually(limit);
  }

  public void until(String awaited, Callable<Boolean> condition) {
    var _ = until(awaited, condition, met -> met);
  }

  /** The first value that is accepted. */
  public <T> T until(String awaited, Callable<T> source, Predicate<? super T> accepted) {
    long begun = System.nanoTime();
    String seen = "nothing";
    Throwable thrown = null;
    Duration pause = FIRST_PAUSE;
    do {
      try {
        T value = source.call();
        if (accepted.test(value)) {
          return value;
        }
        seen = "the value " + value;
        thrown = null;
      } catch (Exception | AssertionError e) {
        seen = "the exception " + e;
        thrown = e;
      }
      LockSupport.parkNanos(pause.toNanos());
      pause = pause.multipliedBy(3).dividedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw failure(awaited, "the wait was interrupted; last seen: " + seen, thrown);
      }
    } while (System.nanoTime() - begun < limit.toNanos());
    throw failure(
        awaited, "not within %d ms; last seen: %s".formatted(limit.toMillis(), seen), thrown);
  }

  private static AssertionError failure(String awaited, String what, @Nullable Throwable cause) {
    return new AssertionError("waited until " + awaited + ": " + what, cause);
  }
}
