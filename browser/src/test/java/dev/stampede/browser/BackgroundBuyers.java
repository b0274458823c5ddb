package dev.stampede.browser;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** Buyers who come one after the other, wait, hold what they like, and mostly pay. */
final class BackgroundBuyers implements AutoCloseable {

  private static final Duration BETWEEN = Duration.ofMillis(400);
  private static final Duration POLL = Duration.ofSeconds(2);
  private static final int LEAST_THINKING_SECONDS = 5;
  private static final int MOST_THINKING_SECONDS = 30;

  /** Always the same people. */
  private static final long SEED = 7;

  private final Shop shop;
  private final String show;
  private final Random random = new Random(SEED);
  private final ExecutorService buyers = Executors.newVirtualThreadPerTaskExecutor();

  BackgroundBuyers(Shop shop, String show) {
    this.shop = shop;
    this.show = show;
  }

  /** Lets them come for so long; those who have not got in by then still wait. */
  void comesFor(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (int n = 0; System.nanoTime() < end; n++) {
      String name = "guest-" + n;
      int seats = 1 + random.nextInt(4);
      Duration thinking =
          Duration.ofSeconds(random.nextInt(LEAST_THINKING_SECONDS, MOST_THINKING_SECONDS));
      boolean pays = random.nextInt(4) > 0;
      var _ = buyers.submit(() -> visit(name, seats, thinking, pays));
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private Void visit(String name, int seats, Duration thinking, boolean pays) throws Exception {
    String queue = "/shows/" + show + "/queue";
    JsonNode place = shop.asBuyer(name, "POST", queue, "{}", Map.of());
    while (!place.path("state").asString().equals("admitted")) {
      Thread.sleep(POLL);
      place = shop.asBuyer(name, "GET", queue, "", Map.of());
    }
    String pass = place.path("pass").asString();
    String best = "{\"best\":{\"quantity\":%d}}".formatted(seats);
    JsonNode hold =
        shop.asBuyer(
            name, "POST", "/shows/" + show + "/holds", best, Map.of("Stampede-Pass", pass));
    Thread.sleep(thinking);
    if (pays) {
      String points = "{\"amount\":%d}".formatted(hold.path("total").asLong());
      var _ = shop.asBuyer(name, "POST", "/wallet/top-ups", points, Map.of("Idempotency-Key", "1"));
      String paid = "{\"holdId\":\"%s\"}".formatted(hold.path("id").asString());
      var _ = shop.asBuyer(name, "POST", "/bookings", paid, Map.of());
    }
    return null;
  }

  @Override
  public void close() {
    // Buyers who still wait have no reason to any more.
    buyers.shutdownNow();
    buyers.close();
  }
}
