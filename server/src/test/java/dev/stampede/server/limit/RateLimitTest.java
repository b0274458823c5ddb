package dev.stampede.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.ManualTicker;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RateLimitTest {

  private final ManualTicker ticker = new ManualTicker();
  private final RateLimit<String> limit = new RateLimit<>(10, ticker);

  @Test
  void afterARestTwiceAsManyMayComeAtOnce() {
    assertThat(taken("ann", 30)).isEqualTo(20);
    assertThat(limit.take("ann")).isEqualTo(Duration.ofMillis(100));
    assertThat(taken("ben", 30)).as("another").isEqualTo(20);
  }

  @Test
  void thenSoManyASecond() {
    assertThat(taken("ann", 20)).isEqualTo(20);

    ticker.advance(Duration.ofMillis(99));
    assertThat(taken("ann", 1)).isZero();
    ticker.advance(Duration.ofMillis(1));
    assertThat(taken("ann", 2)).isEqualTo(1);
    ticker.advance(Duration.ofSeconds(1));
    assertThat(taken("ann", 30)).isEqualTo(10);
    ticker.advance(Duration.ofHours(1));
    assertThat(taken("ann", 30)).as("no more is saved up").isEqualTo(20);
  }

  @Test
  void refusedCallsDoNotLengthenTheWait() {
    assertThat(taken("ann", 1_000)).isEqualTo(20);
    ticker.advance(Duration.ofSeconds(2));
    assertThat(taken("ann", 30)).isEqualTo(20);
  }

  /** With a plain read and a later write some calls were not counted, and this failed. */
  @Test
  void callsAtOnceAreAllCounted() {
    int perSecond = 100_000;
    RateLimit<String> wide = new RateLimit<>(perSecond, ticker);
    AtomicInteger taken = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(() -> taken.addAndGet(taken(wide, "ann", perSecond)));
      }
    }
    assertThat(taken).hasValue(RateLimit.BURST_SECONDS * perSecond);
  }

  @Test
  void theLimitKeepsTheBucketOfAnActiveCaller() {
    assertThat(taken("ann", 30)).isEqualTo(20);
    for (int i = 0; i < 100; i++) {
      ticker.advance(Duration.ofMillis(100));
      assertThat(taken("ann", 5)).isEqualTo(1);
    }
  }

  @Test
  void theLimitForgetsASilentCallerOnlyAfterItsBucketIsFull() {
    assertThat(taken("ann", 30)).isEqualTo(20);
    ticker.advance(Duration.ofMillis(1_900));
    assertThat(taken("ben", 1)).isEqualTo(1);
    assertThat(taken("ann", 30)).isEqualTo(19);

    for (int i = 0; i < 3; i++) {
      ticker.advance(Duration.ofMillis(2_001));
      assertThat(taken("eve", 1)).isEqualTo(1);
    }
    assertThat(limit.size()).as("eve alone, in both generations").isEqualTo(2);
  }

  @Test
  void noMoreKeysAreKeptThanMayBe() {
    for (int i = 0; i < 2 * RateLimit.MAX_KEYS; i++) {
      assertThat(limit.take("key " + i)).isEqualTo(Duration.ZERO);
    }

    assertThat(limit.size()).isBetween(1, RateLimit.MAX_KEYS);
  }

  private int taken(String key, int calls) {
    return taken(limit, key, calls);
  }

  private static int taken(RateLimit<String> limit, String key, int calls) {
    int taken = 0;
    for (int i = 0; i < calls; i++) {
      taken += limit.take(key).isZero() ? 1 : 0;
    }
    return taken;
  }
}
