package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis dies under those who wait; it has no memory, and comes back or does not. */
final class RedisRestartTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** As usual: a Redis that has died is given up after this. */
  private static final Duration ANSWER = Duration.ofSeconds(1);

  @TempDir private Path folder = Path.of("");

  @Test
  void waitersGetTheLockAfterRedisRestarts() throws Exception {
    try (OwnRedis own = OwnRedis.start(folder);
        RedisLocksFixture redis = new RedisLocksFixture(own.url(), ANSWER)) {
      HeldLock lost = Asking.held(redis.open(), LockRequest.on("seat"));
      // Longer than a lock lasts that could not be released.
      List<CompletableFuture<LockOutcome>> waiting = waiters(redis, Duration.ofSeconds(60));

      own.kill();
      own.startAgain();

      assertThat(outcomes(waiting)).allMatch(LockOutcome.Acquired.class::isInstance);
      assertThat(lost.release()).isNotEqualTo(Release.RELEASED);
    }
  }

  @Test
  void waitersHearWithinTheirPatienceThatRedisIsUnavailable() throws Exception {
    try (OwnRedis own = OwnRedis.start(folder);
        RedisLocksFixture redis = new RedisLocksFixture(own.url(), ANSWER)) {
      HeldLock held = Asking.held(redis.open(), LockRequest.on("seat"));
      List<CompletableFuture<LockOutcome>> waiting = waiters(redis, Duration.ofSeconds(6));

      own.kill();

      assertThat(outcomes(waiting))
          .noneMatch(LockOutcome.Acquired.class::isInstance)
          .anyMatch(LockOutcome.Unavailable.class::isInstance);
      assertThat(held.release()).isEqualTo(Release.UNKNOWN);
      assertThatThrownBy(redis::open)
          .isInstanceOf(LocksException.class)
          .hasMessageContaining("is it running");
    }
  }

  /** In two instances, some spinning, some in line; all of them there when this returns. */
  private static List<CompletableFuture<LockOutcome>> waiters(
      RedisLocksFixture redis, Duration patience) {
    List<CompletableFuture<LockOutcome>> waiting = new ArrayList<>();
    List<RedisLocks> instances = List.of(redis.open(), redis.open());
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < 12; i++) {
      LockRequest request =
          LockRequest.on("seat").within(patience).by(i % 3 == 0 ? Waiting.SPIN : Waiting.PUBSUB);
      RedisLocks locks = instances.get(i % 2);
      CompletableFuture<LockOutcome> outcome = new CompletableFuture<>();
      waiting.add(outcome);
      Thread.ofVirtual()
          .start(
              () -> {
                begun.incrementAndGet();
                try {
                  LockOutcome found = locks.acquire(request);
                  outcome.complete(found);
                  if (found instanceof LockOutcome.Acquired(HeldLock lock)) {
                    lock.close();
                  }
                } catch (InterruptedException | RuntimeException e) {
                  outcome.completeExceptionally(e);
                }
              });
    }
    Eventually.within(PATIENCE).until("all wait", () -> begun.get() == 12);
    return waiting;
  }

  private static List<LockOutcome> outcomes(List<CompletableFuture<LockOutcome>> waiting)
      throws Exception {
    List<LockOutcome> outcomes = new ArrayList<>();
    for (CompletableFuture<LockOutcome> each : waiting) {
      outcomes.add(each.get(90, TimeUnit.SECONDS));
    }
    return outcomes;
  }
}
