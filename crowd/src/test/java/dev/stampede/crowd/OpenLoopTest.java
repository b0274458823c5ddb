package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class OpenLoopTest {

  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1);

  @Test
  void requestsAreSentAtTheRateAskedFor() throws Exception {
    try (ScriptedServer server =
        ScriptedServer.answering(
            (request, out) -> {
              out.write(OK);
              return true;
            })) {
      for (int threads = 1; threads <= 2; threads++) {
        LoadPlan plan =
            LoadPlan.open(server.target(), 500, 8, Duration.ofSeconds(1))
                .warmUp(Duration.ofMillis(200))
                .threads(threads);
        LoadResult result = new LoadRun(plan).repeating(server.target().get("/"));
        assertThat((double) result.requests()).isCloseTo(500, within(1.0));
        assertThat(result.turnedAway()).isZero();
        assertThat(result.failed() - result.failed(Failure.UNFINISHED)).isZero();
      }
    }
  }

  /**
   * A server that stops for 300 ms makes everyone wait who comes in that time: at 1,000 a second
   * about 300 people, a third of this run, and evenly from 300 ms down to nothing. A generator that
   * waits with the server would have seen a handful.
   */
  @Test
  void theLatenciesIncludeTheStallOfAServerThatStops() throws Exception {
    AtomicLong served = new AtomicLong();
    ReentrantLock lock = new ReentrantLock();
    try (ScriptedServer server =
        ScriptedServer.answering(
            (request, out) -> {
              lock.lockInterruptibly();
              try {
                if (served.incrementAndGet() == 300) {
                  stall(Duration.ofMillis(300));
                }
              } finally {
                lock.unlock();
              }
              out.write(OK);
              return true;
            })) {
      LoadPlan plan = LoadPlan.open(server.target(), 1_000, 4, Duration.ofSeconds(1));
      LoadResult result = new LoadRun(plan).repeating(server.target().get("/"));
      Latency latency = result.latency();
      assertThat(latency.maxMillis()).isGreaterThan(290);
      assertThat(latency.p90Millis()).isGreaterThan(150);
      assertThat(latency.percentileMicros(75) / 1_000.0).isGreaterThan(20);
      assertThat(latency.count()).isGreaterThan(950);
    }
  }

  @Test
  void aRunEndsAtItsBoundAndCountsThoseWhoStillWait() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer silent =
        ScriptedServer.answering(
            (request, out) -> {
              never.await();
              return false;
            })) {
      long start = System.nanoTime();
      LoadPlan plan = LoadPlan.open(silent.target(), 1_000, 4, Duration.ofMillis(300));
      LoadResult result = new LoadRun(plan).repeating(silent.target().get("/"));
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(LoadPlan.DEFAULT_TIMEOUT.minusSeconds(1));
      assertThat((double) result.failed(Failure.UNFINISHED)).isCloseTo(300, within(1.0));
      assertThat(result.requests()).isEqualTo(result.failed(Failure.UNFINISHED));
      assertThat(result.latency().maxMillis()).isGreaterThan(250);
      assertThat(result.latency().p50Millis()).isBetween(100.0, 200.0);
    }
  }

  @Test
  void aFullBacklogTurnsNewcomersAwayAndSaysHowMany() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedServer silent =
        ScriptedServer.answering(
            (request, out) -> {
              never.await();
              return false;
            })) {
      RunLimits bounds = new RunLimits(Duration.ZERO, Duration.ofSeconds(2), RunLimits.UNLIMITED);
      LoadPlan plan =
          new LoadPlan(
              silent.target(), new LoadPace.Open(1_000, 50), bounds, 4, 1, Duration.ofSeconds(10));
      LoadResult result = new LoadRun(plan).repeating(silent.target().get("/"));
      assertThat(result.requests()).isEqualTo(54);
      assertThat((double) result.turnedAway()).isCloseTo(1_946, within(1.0));
    }
  }

  @Test
  void aCountEndsTheRunBeforeItsTime() throws Exception {
    try (ScriptedServer server = okServer()) {
      LoadPlan plan =
          LoadPlan.open(server.target(), 1_000, 4, Duration.ofSeconds(20)).requests(100);
      LoadResult result = new LoadRun(plan).repeating(server.target().get("/"));
      assertThat(result.answered(200)).isEqualTo(100);
      assertThat(result.duration()).isLessThan(Duration.ofSeconds(15));
    }
  }

  private static ScriptedServer okServer() throws IOException {
    return ScriptedServer.answering(
        (request, out) -> {
          out.write(OK);
          return true;
        });
  }

  /** The stall is the thing under test, so it is a wait for a moment and nothing else. */
  private static void stall(Duration duration) throws InterruptedException {
    assertThat(new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }
}
