package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A thread that changes an entry wakes its caller, who is really asleep here.
 *
 * <p>Seen to fail, each alone, without the unpark in {@code finish}, {@code putBack} and {@code
 * refuse}.
 */
final class LaneEntryTest {

  private static final Duration PATIENT = Duration.ofMinutes(1);
  private static final long SOON_SECONDS = 30;

  private final CompletableFuture<Outcome<String>> heard = new CompletableFuture<>();
  private final CompletableFuture<LaneEntry<String, String>> made = new CompletableFuture<>();
  private final Waiters waiters = new Waiters("waiters");
  private Thread caller = Thread.currentThread();

  @AfterEach
  void letGo() {
    waiters.close();
    made.join().refuse(new Outcome.Closed<>());
    made.join().finish(new Outcome.Closed<>());
  }

  @Test
  void aRefusedCallerIsWokenLongBeforeItsPatienceEnds() {
    LaneEntry<String, String> entry = callerOf(PATIENT);
    awaitSleep();

    entry.refuse(new Outcome.Closed<>());

    assertThat(answer()).isEqualTo(new Outcome.Closed<>());
  }

  @Test
  void aDecidedCallerIsWokenLongBeforeItsPatienceEnds() {
    LaneEntry<String, String> entry = callerOf(PATIENT);
    awaitSleep();

    assertThat(entry.take()).isTrue();
    entry.finish(new Outcome.Decided<>("seat"));

    assertThat(answer()).isEqualTo(new Outcome.Decided<>("seat"));
  }

  @Test
  void aCallerWhosePatienceEndedDuringTheWriteIsLetGoWhenItsEntryIsPutBack() {
    LaneEntry<String, String> entry = callerOf(Duration.ZERO, true);
    awaitSleep();

    entry.putBack(true);

    assertThat(answer()).isEqualTo(new Outcome.Expired<>(Duration.ZERO));
  }

  private LaneEntry<String, String> callerOf(Duration patience) {
    return callerOf(patience, false);
  }

  private LaneEntry<String, String> callerOf(Duration patience, boolean taken) {
    caller =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  LaneEntry<String, String> entry =
                      new LaneEntry<>("request", Thread.currentThread(), System.nanoTime());
                  if (taken) {
                    entry.take();
                  }
                  made.complete(entry);
                  heard.complete(entry.await(patience, waiters));
                });
    return made.orTimeout(SOON_SECONDS, TimeUnit.SECONDS).join();
  }

  private void awaitSleep() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (caller.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime()).as("until the caller sleeps").isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }

  private Outcome<String> answer() {
    return heard.orTimeout(SOON_SECONDS, TimeUnit.SECONDS).join();
  }
}
