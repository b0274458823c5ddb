package dev.stampede.acceptance.storm;

import dev.stampede.acceptance.storm.ClaimRequest.Told;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A few buyers who buy seats and give most of them back, one step after the other, for as long as
 * it lasts: enough to see whether a sale goes on, and not so much that the machine is the limit.
 */
final class SteadyLoad implements AutoCloseable {

  static final int ROWS = 10;
  static final int SEATS_PER_ROW = 20;

  private static final Duration BETWEEN = Duration.ofMillis(10);
  private static final int POINTS = 1_000_000;

  private final Calls calls;
  private final String show;
  private final String run = TestServices.shared().freshTopicPrefix();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<Heard> heard = new ConcurrentLinkedQueue<>();

  /** An answer, and when it came. */
  record Heard(long atNanos, Told told) {}

  private SteadyLoad(Calls calls, String show) {
    this.calls = calls;
    this.show = show;
  }

  /** Begins at once; the servers are behind one address. */
  static SteadyLoad start(Calls calls, String show, int clients) {
    SteadyLoad load = new SteadyLoad(calls, show);
    for (int i = 0; i < clients; i++) {
      int number = i;
      load.clients.add(Thread.startVirtualThread(() -> load.run(number)));
    }
    return load;
  }

  private void run(int number) {
    Random random = new Random(number);
    String buyer = "steady-" + number;
    try {
      tell(ClaimRequest.topUp(buyer, POINTS, run + number));
      for (int turn = 0; !over.get(); turn++) {
        String key = run + number + "/" + turn;
        String seat =
            "A-%d-%d".formatted(1 + random.nextInt(ROWS), 1 + random.nextInt(SEATS_PER_ROW));
        Optional<Told> bought = tell(ClaimRequest.buy(buyer, show, seat, key));
        if (bought.filter(Told::succeeded).isPresent() && random.nextInt(10) > 0) {
          tell(ClaimRequest.cancel(buyer, bought.get().id(), key + "/back"));
        }
        LockSupport.parkNanos(BETWEEN.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Empty when nobody answered. */
  private Optional<Told> tell(ClaimRequest order) throws InterruptedException {
    Optional<Told> told = calls.tryOrder(order);
    told.ifPresent(one -> heard.add(new Heard(System.nanoTime(), one)));
    return told;
  }

  /** No buyer begins anything more; returns when all have their answers. */
  void stop() throws InterruptedException {
    over.set(true);
    for (Thread client : clients) {
      if (!client.join(Duration.ofSeconds(60))) {
        throw new AssertionError("a buyer still waits for an answer");
      }
    }
  }

  Collection<Told> told() {
    return heard.stream().map(Heard::told).toList();
  }

  /** Seats bought between two moments. */
  List<Heard> bought(long fromNanos, long toNanos) {
    return heard.stream()
        .filter(one -> one.atNanos() - fromNanos >= 0 && one.atNanos() - toNanos < 0)
        .filter(one -> one.told().isBooking() && one.told().succeeded())
        .toList();
  }

  /**
   * Returns the number of answers of each kind: a status, and the problem's name if there is one.
   */
  Map<String, Integer> answers() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Heard one : heard) {
      Calls.Answer answer = one.told().answer();
      counts.merge((answer.status() + " " + answer.problem()).strip(), 1, Integer::sum);
    }
    return counts;
  }

  /** The longest time within which nobody bought anything, between two moments. */
  Duration longestPause(long fromNanos, long toNanos) {
    long last = fromNanos;
    long longest = 0;
    for (Heard one : bought(fromNanos, toNanos)) {
      longest = Math.max(longest, one.atNanos() - last);
      last = Math.max(last, one.atNanos());
    }
    return Duration.ofNanos(Math.max(longest, toNanos - last));
  }

  @Override
  public void close() {
    try {
      stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
