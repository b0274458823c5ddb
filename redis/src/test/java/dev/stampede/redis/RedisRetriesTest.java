package dev.stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RedisRetriesTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final RetryBudget budget = new RetryBudget();
  private final RedisRetries retries = new RedisRetries(budget);

  @Test
  void aTransientFailureIsRetried() {
    Redises redis =
        new Redises(
            new RedisException("Currently not connected. Commands are rejected."),
            new RedisCommandExecutionException("READONLY You can't write against a replica."));

    assertThat(retries.run(redis::ask)).succeedsWithin(SOON).isEqualTo("here");
    assertThat(redis.asked.get()).isEqualTo(3);
  }

  @Test
  void itIsNotAskedMoreThanThreeTimes() {
    RedisException gone = new RedisException("gone");
    Redises redis = new Redises(gone, gone, gone, gone);

    assertThat(retries.run(redis::ask)).failsWithin(SOON);
    assertThat(redis.asked.get()).isEqualTo(RedisRetries.TRIES);
  }

  @Test
  void timeoutsAndPermanentErrorsAreNotRetried() {
    for (RuntimeException forGood :
        new RuntimeException[] {
          new RedisCommandTimeoutException("took too long"),
          new RedisCommandExecutionException("WRONGTYPE Operation against a key"),
          new IllegalStateException("a bug")
        }) {
      Redises redis = new Redises(forGood);
      assertThat(retries.run(redis::ask)).failsWithin(SOON);
      assertThat(redis.asked.get()).as(forGood.toString()).isEqualTo(1);
    }
  }

  @Test
  void inALongOutageTheBudgetIsSpentAndEarnedAgainByWhatWorks() {
    RedisException gone = new RedisException("gone");
    int asked = 0;
    for (int i = 0; i < RetryBudget.MOST; i++) {
      Redises redis = new Redises(gone, gone, gone);
      assertThat(retries.run(redis::ask)).failsWithin(SOON);
      asked += redis.asked.get();
    }
    assertThat(asked).isEqualTo(RetryBudget.MOST + RetryBudget.MOST);

    for (int i = 0; i < 10; i++) {
      assertThat(retries.run(new Redises()::ask)).succeedsWithin(SOON);
    }
    assertThat(budget.take()).as("ten that worked pay for one").isTrue();
    assertThat(budget.take()).isFalse();
  }

  /** Fails as it is told, and then answers. */
  private static final class Redises {

    private final Deque<RuntimeException> failures;
    private final AtomicInteger asked = new AtomicInteger();

    Redises(RuntimeException... failures) {
      this.failures = new ArrayDeque<>(Arrays.asList(failures));
    }

    CompletableFuture<String> ask() {
      asked.incrementAndGet();
      RuntimeException failure = failures.poll();
      return failure == null
          ? CompletableFuture.completedFuture("here")
          : CompletableFuture.failedFuture(failure);
    }
  }
}
