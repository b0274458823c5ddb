package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A wait ends at its deadline although its thread has set no timer.
 *
 * <p>Seen to fail: the first test without the keeper's look at deadlines, the second without the
 * wake-up of a resting keeper, the third without the second look at {@code closed} or without the
 * wake-ups at the end.
 */
final class WaitersTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final long SOON_SECONDS = 30;

  /** The shortest of a few: a busy machine may stop any of them for longer. */
  @Test
  void aWaitEndsShortlyAfterItsDeadline() {
    try (Waiters waiters = new Waiters("waiters")) {
      Duration shortest =
          Stream.generate(() -> waited(waiters, SHORT))
              .limit(3)
              .min(Comparator.naturalOrder())
              .orElseThrow();

      assertThat(shortest).isBetween(SHORT, SHORT.plusSeconds(2));
    }
  }

  @Test
  void aKeeperThatRestsIsWokenByTheNextWait() {
    try (Waiters waiters = new Waiters("resting-waiters")) {
      awaitRest("resting-waiters");

      assertThat(waited(waiters, SHORT)).isGreaterThanOrEqualTo(SHORT);
    }
  }

  @Test
  void waitsEndAtTheirDeadlineAlsoAfterTheLaneWasClosed() {
    Waiters waiters = new Waiters("waiters");
    CompletableFuture<Duration> begunBefore = parked(waiters, SHORT);
    waiters.close();

    assertThat(ended(begunBefore)).isGreaterThanOrEqualTo(SHORT);
    assertThat(waited(waiters, SHORT)).isGreaterThanOrEqualTo(SHORT);
  }

  @Test
  void aWaitThatIsWokenEndsLongBeforeItsDeadline() {
    try (Waiters waiters = new Waiters("waiters")) {
      Thread waiter =
          Thread.ofVirtual()
              .start(() -> waiters.park(this, System.nanoTime() + Duration.ofHours(1).toNanos()));
      LockSupport.unpark(waiter);

      assertThat(ended(CompletableFuture.runAsync(() -> join(waiter)))).isNull();
    }
  }

  private static Duration waited(Waiters waiters, Duration patience) {
    return ended(begin(waiters, patience, new CompletableFuture<>()));
  }

  /** A wait that was seen under way; one that ended before that is begun again. */
  private static CompletableFuture<Duration> parked(Waiters waiters, Duration patience) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (true) {
      CompletableFuture<Thread> waiter = new CompletableFuture<>();
      CompletableFuture<Duration> wait = begin(waiters, patience, waiter);
      Thread thread = ended(waiter);
      while (!wait.isDone()) {
        if (thread.getState() == Thread.State.WAITING) {
          return wait;
        }
        assertThat(System.nanoTime()).as("until a wait is seen").isLessThan(end);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static CompletableFuture<Duration> begin(
      Waiters waiters, Duration patience, CompletableFuture<Thread> waiter) {
    CompletableFuture<Duration> took = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              waiter.complete(Thread.currentThread());
              long begun = System.nanoTime();
              long deadline = begun + patience.toNanos();
              while (deadline - System.nanoTime() > 0) {
                waiters.park(took, deadline);
              }
              took.complete(Duration.ofNanos(System.nanoTime() - begun));
            });
    return took;
  }

  private static <T> T ended(CompletableFuture<T> wait) {
    return wait.orTimeout(SOON_SECONDS, TimeUnit.SECONDS).join();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitRest(String name) {
    awaitState(
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals(name))
            .findFirst()
            .orElseThrow(),
        Thread.State.WAITING);
  }

  private static void awaitState(Thread thread, Thread.State state) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (thread.getState() != state) {
      assertThat(System.nanoTime()).as("until it is " + state).isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
