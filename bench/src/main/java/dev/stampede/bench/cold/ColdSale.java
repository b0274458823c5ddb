package dev.stampede.bench.cold;

import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.LoadRun;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.harness.StampedeRoot;
import dev.stampede.harness.TokenSigner;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sale whose shows and tokens are there before its server starts, as they are when a server is
 * restarted: from the moment it is ready, nothing is asked of it but seats.
 */
final class ColdSale {

  private static final int CONNECTIONS = 256;
  private static final int BUYERS = 1_000;
  private static final int ROWS = 400;
  private static final int SEATS_PER_ROW = 500;
  private static final int HOLD_SECONDS = 3_600;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NAME = "cold";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Map<String, String> settings;
  private final String operator;
  private final List<String> buyers;
  private final Deque<SaleShow> shows = new ArrayDeque<>();

  /** The services stay up while servers come and go. */
  ColdSale(BenchServices embedded) throws SQLException {
    TokenSigner tokens = new TokenSigner();
    settings =
        Map.of(
            "DATABASE_URL",
            embedded.newDatabase(NAME),
            "REDIS_URL",
            embedded.redisUrl(1),
            "REDIS_KEY_PREFIX",
            NAME + ":",
            "KAFKA_BOOTSTRAP_SERVERS",
            embedded.kafkaBootstrapServers(),
            "KAFKA_TOPIC_PREFIX",
            NAME + ".",
            "AUTH_SECRET",
            tokens.secret());
    operator = tokens.sign("operator", "operator");
    buyers =
        IntStream.range(0, BUYERS)
            .mapToObj(buyer -> tokens.sign("buyer-" + buyer, "buyer"))
            .toList();
  }

  /** A server that has just said that it is ready, and how long that took. */
  record Started(ChildServer server, Duration took) implements AutoCloseable {

    @Override
    public void close() {
      server.close();
    }
  }

  /**
   * A way to start a server.
   *
   * @param command of the launcher
   * @param settings besides those of the sale
   */
  record Start(String command, Map<String, String> settings) {}

  /** Starts a server by its launcher. */
  Started start(String name, Start start) throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(start.settings());
    long before = System.nanoTime();
    ChildServer server = Servers.stampede(name, StampedeRoot.launcher(), start.command(), all);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-server"));
    boolean ready = false;
    try {
      Servers.awaitReady(server);
      ready = true;
      return new Started(server, Duration.ofNanos(System.nanoTime() - before));
    } finally {
      if (!ready) {
        server.close();
      }
    }
  }

  /** Opens shows for the claims to come, {@value #ROWS} rows of {@value #SEATS_PER_ROW} each. */
  void open(Started started, int count) throws InterruptedException {
    Target target = started.server().target();
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      for (int i = 0; i < count; i++) {
        RenderedRequest create =
            target.post("/api/v1/shows", show()).with("Authorization", "Bearer " + operator);
        Response created = caller.send(create, PATIENCE);
        if (created.status() != 201) {
          throw new IllegalStateException("no show: " + created.status() + " " + created.text());
        }
        String id = MAPPER.readTree(created.body()).required("id").asString();
        shows.add(new SaleShow(id, ROWS, SEATS_PER_ROW));
      }
    }
  }

  private static String show() {
    ObjectNode show = MAPPER.createObjectNode();
    show.put("name", "benchmark");
    show.put("startsAt", Instant.now().plus(30, ChronoUnit.DAYS).toString());
    show.put("holdSeconds", HOLD_SECONDS);
    ObjectNode section = show.putArray("sections").addObject();
    section.put("name", SaleShow.SECTION);
    section.put("price", 100);
    section.put("rows", ROWS);
    section.put("seatsPerRow", SEATS_PER_ROW);
    return show.toString();
  }

  /** Claims a seat that nobody else wants, again and again, on every connection. */
  void sell(Started started, Duration duration, AnswersBySecond windows)
      throws InterruptedException {
    Target target = started.server().target();
    BuyerScript claims = new Claims(target);
    new LoadRun(LoadPlan.closed(target, CONNECTIONS, duration)).with(_ -> windows.watching(claims));
  }

  /** The seats of the shows that are left, one after the other; for one event loop. */
  private final class Claims implements BuyerScript {

    private final Target target;
    private int next;
    private SaleShow show;

    private Claims(Target target) {
      this.target = target;
      this.show = takeShow();
    }

    private SaleShow takeShow() {
      SaleShow taken = shows.poll();
      if (taken == null) {
        throw new NoSuchElementException("more seats were sold than there are");
      }
      return taken;
    }

    @Override
    public @Nullable RenderedRequest next() {
      if (next == show.seats()) {
        show = takeShow();
        next = 0;
      }
      int seat = next++;
      return target
          .post(show.path() + "/holds", "{\"seats\":[\"" + show.label(seat) + "\"]}")
          .with("Authorization", "Bearer " + buyers.get(seat % BUYERS));
    }
  }
}
