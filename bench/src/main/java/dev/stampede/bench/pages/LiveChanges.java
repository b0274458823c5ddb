package dev.stampede.bench.pages;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * Buyers who hold a seat and give it back a second later, so many at a time that 500 seats change
 * in a second. Due by the clock, whether or not the last have been answered.
 */
final class LiveChanges implements AutoCloseable {

  static final int PER_SECOND = 500;

  private static final int TICKS_PER_SECOND = 25;
  private static final int HOLDS_PER_TICK = PER_SECOND / 2 / TICKS_PER_SECOND;
  private static final int CONNECTIONS = 32;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final BenchSaleServer server;
  private final LargeShow large;
  private final CrowdClient caller;
  private final AtomicLong changes = new AtomicLong();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread clock;
  private final long begun = System.nanoTime();

  private LiveChanges(BenchSaleServer server, LargeShow large) {
    this.server = server;
    this.large = large;
    this.caller = CrowdClient.to(server.target(), CONNECTIONS);
    this.clock = Thread.ofPlatform().daemon().name("live-changes").unstarted(this::run);
  }

  static LiveChanges start(BenchSaleServer server, LargeShow large) {
    LiveChanges changes = new LiveChanges(server, large);
    changes.clock.start();
    return changes;
  }

  /** Returns the rate that was really reached since it began. */
  double perSecond() {
    return changes.get() / (Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0);
  }

  private void run() {
    long tickNanos = TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;
    long next = System.nanoTime();
    int seat = 0;
    try {
      while (!stopped.await(Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS)) {
        for (int i = 0; i < HOLDS_PER_TICK; i++) {
          int number = seat++ % LargeShow.SEATS;
          Thread.startVirtualThread(() -> holdForASecond(number));
        }
        next += tickNanos;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void holdForASecond(int number) {
    try {
      String json = "{\"seats\":[\"" + large.scattered(number) + "\"]}";
      RenderedRequest hold =
          server.from(number, server.target().post("/api/v1/shows/" + large.id() + "/holds", json));
      Response held = caller.send(hold);
      if (held.status() != 201) {
        return;
      }
      changes.incrementAndGet();
      if (stopped.await(1, TimeUnit.SECONDS)) {
        return;
      }
      String id = MAPPER.readTree(held.body()).path("id").asString();
      RenderedRequest release = server.from(number, server.target().delete("/api/v1/holds/" + id));
      if (caller.send(release).status() == 204) {
        changes.incrementAndGet();
      }
    } catch (CallFailedException unanswered) {
      // A change that was not made is not counted; how many were is told.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    caller.close();
  }
}
