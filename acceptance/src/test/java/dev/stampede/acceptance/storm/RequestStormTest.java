package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.Command;
import dev.stampede.engine.show.ShowId;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SeatLedger;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests through the broker on two servers that are killed with -9 and started again, at random.
 * Every one that was accepted ends in one outcome, and the seats agree with the outcomes. Then all
 * of them are delivered once more, and nothing happens.
 *
 * <p>The normal run has 600 requests and two deaths; {@code ./stampede test --long} has 5,000 and
 * ten.
 */
final class RequestStormTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int REQUESTS = LONG ? 5_000 : 600;
  private static final int DEATHS = LONG ? 10 : 2;
  private static final int CLIENTS = 16;
  private static final int BUYERS = 20;
  private static final int ROWS = LONG ? 40 : 8;
  private static final int SEATS_PER_ROW = 40;
  private static final int PARTITIONS = 4;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  @TempDir Path folder;

  private final TestServices services = TestServices.shared();
  private final String prefix = services.freshTopicPrefix();
  private final AtomicReferenceArray<Server> servers = new AtomicReferenceArray<>(2);

  /** One that was accepted. */
  private record Accepted(String buyer, String operation) {}

  /** {@code ./stampede serve} in a process of its own. */
  private record Server(Command command, LaterCalls calls) {

    static Server start(Path folder, Map<String, String> environment) {
      Command command = Command.stampede(folder, environment, "serve");
      int port = Integer.parseInt(command.line("listening on .*port (\\d+)").group(1));
      LaterCalls calls = LaterCalls.to(port);
      return new Server(command, calls);
    }

    void kill() {
      command.kill();
      close();
    }

    void close() {
      calls.close();
      command.close();
    }
  }

  @Test
  void acceptedRequestsEndInOneOutcomeThatMatchesTheSeatsDespiteCrashes() throws Exception {
    try (TestDatabase database = services.freshDatabase()) {
      Map<String, String> environment =
          new HashMap<>(TwoServers.environment(database.url(), services.freshKeyPrefix()));
      environment.put("KAFKA_TOPIC_PREFIX", prefix);
      environment.put("KAFKA_TOPIC_PARTITIONS", Integer.toString(PARTITIONS));
      for (int i = 0; i < 2; i++) {
        servers.set(i, Server.start(folder, environment));
      }
      try {
        String show = servers.get(0).calls().calls().createShow(ROWS, SEATS_PER_ROW);
        for (int buyer = 0; buyer < BUYERS; buyer++) {
          servers
              .get(0)
              .calls()
              .calls()
              .order(ClaimRequest.topUp("buyer-" + buyer, 1_000_000, "first"));
        }
        servers.get(0).calls().awaitOpen();
        Queue<Accepted> accepted = storm(show, environment);
        awaitDecided(database.url(), accepted.size());
        mustAgree(accepted, database.url(), show);
        awaitNoneWaits();

        Map<String, String> before = outcomes(database.url());
        deliverAgain(database.url());
        assertThat(outcomes(database.url())).isEqualTo(before);
        new SeatLedger(database.url()).mustBalance(ShowId.parse(show).orElseThrow());
        assertThat(count(database.url(), "booking"))
            .isEqualTo(before.values().stream().filter(kind -> kind.startsWith("booked")).count());
      } finally {
        for (int i = 0; i < 2; i++) {
          servers.get(i).close();
        }
      }
    }
  }

  private Queue<Accepted> storm(String show, Map<String, String> environment) throws Exception {
    Queue<Accepted> accepted = new ConcurrentLinkedQueue<>();
    AtomicInteger left = new AtomicInteger(REQUESTS);
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int number = 0; number < CLIENTS; number++) {
        Random random = new Random(number);
        clients.add(
            crowd.submit(
                () -> {
                  while (left.decrementAndGet() >= 0) {
                    ask(show, random, accepted);
                  }
                  return null;
                }));
      }
      Random random = new Random();
      for (int death = 1; death <= DEATHS; death++) {
        int enough = REQUESTS - REQUESTS * death / (DEATHS + 1);
        Eventually.within(LONG_ENOUGH).until("some more have asked", () -> left.get() <= enough);
        int which = random.nextInt(2);
        servers.get(which).kill();
        servers.set(which, Server.start(folder, environment));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    }
    return accepted;
  }

  /** Asks until somebody accepts it; one that nobody answered is another request the next time. */
  private void ask(String show, Random random, Queue<Accepted> accepted)
      throws InterruptedException {
    String buyer = "buyer-" + random.nextInt(BUYERS);
    String body =
        "{\"showId\":\"%s\",\"seats\":[\"A-%d-%d\"]}"
            .formatted(show, 1 + random.nextInt(ROWS), 1 + random.nextInt(SEATS_PER_ROW));
    while (true) {
      try {
        LaterCalls.Answer answer = servers.get(random.nextInt(2)).calls().async(buyer, body);
        if (answer.status() == 202) {
          accepted.add(new Accepted(buyer, answer.header("Location")));
          return;
        }
      } catch (IOException dead) {
        // Killed, or not there yet.
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static void awaitDecided(String url, int atLeast) {
    // Requests that were never answered may have been queued too: then there are more outcomes.
    Eventually.within(LONG_ENOUGH)
        .until("all are decided", () -> count(url, "request_outcome") >= atLeast);
  }

  /** Requests that were never answered are not among the accepted, and may be decided last. */
  private void awaitNoneWaits() {
    for (int i = 0; i < 2; i++) {
      LaterCalls calls = servers.get(i).calls();
      Eventually.within(LONG_ENOUGH)
          .until("nothing waits", () -> calls.metric("stampede_requests_lag") == 0);
    }
  }

  /** Every outcome by its request: its kind, and the booking that it made or found. */
  private static Map<String, String> outcomes(String url) {
    Map<String, String> outcomes = new TreeMap<>();
    DatabaseRows.of(
        url,
        "SELECT id, kind || ' ' || coalesce(booking_id::text, ''), decided_at FROM request_outcome",
        row -> outcomes.put(row.getString(1), row.getString(2) + " " + row.getString(3)));
    return outcomes;
  }

  private void mustAgree(Queue<Accepted> accepted, String url, String show) throws Exception {
    LaterCalls calls = servers.get(0).calls();
    Map<String, Integer> booked = new TreeMap<>();
    for (Accepted each : accepted) {
      LaterCalls.Answer outcome = calls.awaitOutcome(each.buyer(), each.operation());
      if (outcome.json().path("state").asString().equals("done")) {
        booked.merge(outcome.json().path("booking").path("id").asString(), 1, Integer::sum);
      } else {
        assertThat(outcome.json().path("problem").path("type").asString())
            .isEqualTo("/problems/seat-taken");
      }
    }
    Map<String, String> sold = new TreeMap<>();
    DatabaseRows.of(
        url,
        """
        SELECT b.id, count(*) FILTER (WHERE s.state = 's' AND s.hold_id = b.hold_id)
        FROM booking b
        JOIN seat s ON s.show_id = b.show_id AND s.number = ANY (b.seats)
        GROUP BY b.id""",
        row -> sold.put(row.getString(1), row.getString(2)));
    assertThat(sold.keySet()).containsAll(booked.keySet());
    assertThat(sold.values()).containsOnly("1");
    System.out.printf(
        "%d requests accepted, %d seats of show %s sold%n", accepted.size(), sold.size(), show);
  }

  /**
   * The offsets of the group go back to the beginning while nobody reads, and all is read again.
   */
  private void deliverAgain(String url) throws Exception {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      servers.get(i).kill();
    }
    String[] deployment = new String[1];
    DatabaseRows.of(url, "SELECT id FROM deployment", row -> deployment[0] = row.getString(1));
    String group = prefix + "requests." + deployment[0];
    Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      beginning.put(
          new TopicPartition(prefix + "booking-requests", partition), new OffsetAndMetadata(0));
    }
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", services.kafkaBootstrapServers()))) {
      Eventually.within(LONG_ENOUGH)
          .until(
              "the group is empty and can be set back",
              () -> {
                try {
                  admin.alterConsumerGroupOffsets(group, beginning).all().get();
                  return true;
                } catch (ExecutionException notYet) {
                  return false;
                }
              });
    }
    environment.putAll(TwoServers.environment(url, services.freshKeyPrefix()));
    environment.put("KAFKA_TOPIC_PREFIX", prefix);
    long outcomes = count(url, "request_outcome");
    for (int i = 0; i < 2; i++) {
      servers.set(i, Server.start(folder, environment));
    }
    Eventually.within(LONG_ENOUGH)
        .until(
            "all have been met again",
            () ->
                servers.get(0).calls().metric("stampede_requests_outcomes_total")
                        + servers.get(1).calls().metric("stampede_requests_outcomes_total")
                    >= outcomes);
  }

  private static long count(String url, String table) {
    long[] found = new long[1];
    DatabaseRows.of(url, "SELECT count(*) FROM " + table, row -> found[0] = row.getLong(1));
    return found[0];
  }
}
