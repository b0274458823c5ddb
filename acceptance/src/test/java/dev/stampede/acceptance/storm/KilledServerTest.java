package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.Command;
import dev.stampede.acceptance.storm.ClaimRequest.Told;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server killed with -9 in the middle of a storm of top-ups and purchases, and started again:
 * what was acknowledged is there, what was not gets one definite answer, and nobody paid twice.
 *
 * <p>The normal run is a fifth of the full size, which {@code ./stampede test --long} runs.
 */
final class KilledServerTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int CLIENTS = 32;
  private static final int ORDERS_EACH = LONG ? 250 : 50;

  /** Of all answers, so many are given before the end comes. */
  private static final int ANSWERS_BEFORE_THE_END = CLIENTS * ORDERS_EACH / 3;

  private static final int ROWS = 40;
  private static final int SEATS_PER_ROW = 20;

  @TempDir Path folder;

  /** An order, and what was told if anybody answered. */
  private record Sent(ClaimRequest order, Optional<Told> told) {}

  @Test
  void acknowledgedOrdersSurviveAKillAndAllOthersGetOneDefiniteAnswer() throws Exception {
    try (TestDatabase database = TestServices.shared().freshDatabase();
        SaleAudit audit = new SaleAudit(database.url())) {
      String prefix = TestServices.shared().freshKeyPrefix();
      String show;
      List<Sent> sent;
      try (OneServer server = OneServer.start(folder, database.url(), prefix)) {
        show = server.createShow(ROWS, SEATS_PER_ROW);
        sent = stormAndKill(server, show);
      }
      assertThat(sent).as("orders nobody answered").anyMatch(one -> one.told().isEmpty());
      audit.mustBalance(show);

      try (OneServer again = OneServer.start(folder, database.url(), prefix)) {
        List<Told> told = new ArrayList<>();
        for (Sent one : sent) {
          one.told().ifPresent(told::add);
          Told repeated = definite(again, one.order());
          told.add(repeated);
          if (one.told().filter(Told::succeeded).isPresent()) {
            assertThat(repeated.succeeded()).as("%s after %s", repeated, one).isTrue();
            assertThat(repeated.id()).isEqualTo(one.told().get().id());
          }
        }
        audit.mustBalance(show);
        audit.mustBeWhatWasTold(told);
      }
    }
  }

  private static List<Sent> stormAndKill(OneServer server, String show) throws Exception {
    List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger answers = new AtomicInteger();
    try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int number = 0; number < CLIENTS; number++) {
        int client = number;
        clients.add(
            crowd.submit(
                () -> {
                  Random random = new Random(client);
                  for (int turn = 0; turn < ORDERS_EACH; turn++) {
                    ClaimRequest order = order(show, client, turn, random);
                    Optional<Told> told = server.order(order);
                    sent.add(new Sent(order, told));
                    if (told.isPresent() && answers.incrementAndGet() == ANSWERS_BEFORE_THE_END) {
                      server.kill();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    }
    return sent;
  }

  private static ClaimRequest order(String show, int client, int turn, Random random) {
    String buyer = "buyer-" + client % 8;
    String key = client + "/" + turn;
    if (turn % 2 == 0) {
      return ClaimRequest.topUp(buyer, 60 + random.nextInt(40), key);
    }
    String seat = "A-" + (1 + random.nextInt(ROWS)) + "-" + (1 + random.nextInt(SEATS_PER_ROW));
    return ClaimRequest.buy(buyer, show, seat, key);
  }

  /** Yes, no, or "it is yours already"; not "ask again". */
  private static Told definite(OneServer server, ClaimRequest order) throws InterruptedException {
    Told told = server.order(order).orElseThrow();
    assertThat(told.answer().status()).as("%s", told).isIn(200, 201, 402, 409);
    return told;
  }

  /** {@code ./stampede serve}, in a process of its own that can be killed. */
  static final class OneServer implements AutoCloseable {

    private final Command command;
    private final Calls calls;

    private OneServer(Command command, Calls calls) {
      this.command = command;
      this.calls = calls;
    }

    static OneServer start(Path folder, String databaseUrl, String keyPrefix) {
      Command command =
          Command.stampede(folder, TwoServers.environment(databaseUrl, keyPrefix), "serve");
      int port = Integer.parseInt(command.line("listening on .*port (\\d+)").group(1));
      return new OneServer(command, Calls.to(port));
    }

    String createShow(int rows, int seatsPerRow) throws InterruptedException {
      return calls.createShow(rows, seatsPerRow);
    }

    /** Empty when nobody answered. */
    Optional<Told> order(ClaimRequest order) throws InterruptedException {
      return calls.tryOrder(order);
    }

    void kill() {
      command.kill();
    }

    @Override
    public void close() {
      calls.close();
      command.close();
    }
  }
}
