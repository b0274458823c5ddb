package dev.stampede.bench.sale;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.harness.StampedeRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Our server, started by its launcher, with a crowd of buyers who have their tokens already. */
public final class BenchSaleServer implements AutoCloseable {

  public static final int BUYERS = 1_000;

  /** Longer than any run, so that nothing expires within it. */
  private static final int HOLD_SECONDS = 3_600;

  private static final String NAME = "buyer-";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final ChildServer server;
  private final String databaseUrl;
  private final String redisUrl;
  private final CrowdClient caller;
  private final String operator;
  private final List<String> buyers = new ArrayList<>();

  private BenchSaleServer(ChildServer server, String databaseUrl, String redisUrl)
      throws InterruptedException {
    this.server = server;
    this.databaseUrl = databaseUrl;
    this.redisUrl = redisUrl;
    this.caller = CrowdClient.to(server.target(), 1);
    this.operator = token("operator", "operator");
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      buyers.add(token(NAME + buyer, "buyer"));
    }
  }

  /** In the services that all share, with a database and a part of Redis of its own. */
  public static BenchSaleServer start(
      BenchServices embedded, String name, int redisDatabase, Map<String, String> settings)
      throws IOException, InterruptedException, SQLException {
    return start(embedded, name, redisDatabase, settings, StampedeRoot.launcher());
  }

  /** The same of another build, started by its own launcher. */
  public static BenchSaleServer start(
      BenchServices embedded,
      String name,
      int redisDatabase,
      Map<String, String> settings,
      Path launcher)
      throws IOException, InterruptedException, SQLException {
    String databaseUrl = embedded.newDatabase(name);
    String redisUrl = embedded.redisUrl(redisDatabase);
    Map<String, String> all = new HashMap<>(settings);
    all.put("DATABASE_URL", databaseUrl);
    all.put("REDIS_URL", redisUrl);
    all.put("REDIS_KEY_PREFIX", keyPrefix(name));
    all.put("KAFKA_BOOTSTRAP_SERVERS", embedded.kafkaBootstrapServers());
    all.putIfAbsent("KAFKA_TOPIC_PREFIX", name + ".");
    ChildServer server = Servers.stampede(name, launcher, all);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-server"));
    boolean ready = false;
    try {
      Servers.awaitReady(server);
      BenchSaleServer sale = new BenchSaleServer(server, databaseUrl, redisUrl);
      ready = true;
      return sale;
    } finally {
      if (!ready) {
        server.close();
      }
    }
  }

  public Target target() {
    return server.target();
  }

  public String databaseUrl() {
    return databaseUrl;
  }

  public String redisUrl() {
    return redisUrl;
  }

  /** Returns the prefix of its keys in Redis. */
  public String keyPrefix() {
    return keyPrefix(server.name());
  }

  private static String keyPrefix(String name) {
    return name + ":";
  }

  /** It and what it has started. */
  public List<ProcessHandle> processes() {
    return server.processes();
  }

  public Duration cpuTime() {
    return server.cpuTime();
  }

  /** The same request from one of the buyers, counted from 0 and then round again. */
  public RenderedRequest from(int buyer, RenderedRequest request) {
    return request.with("Authorization", "Bearer " + buyers.get(buyer % BUYERS));
  }

  /** A claim of these seats. */
  public RenderedRequest hold(int buyer, SaleShow show, String json) {
    return from(buyer, target().post(show.path() + "/holds", json));
  }

  /** A seat to be claimed and paid in one step. */
  RenderedRequest booking(int buyer, SaleShow show, String label) {
    String json = "{\"showId\":\"" + show.id() + "\",\"seats\":[\"" + label + "\"]}";
    return from(buyer, target().post("/api/v1/bookings", json));
  }

  /** Gives every buyer so many points. */
  public void topUpAll(long points) throws InterruptedException {
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      RenderedRequest topUp =
          target()
              .post("/api/v1/wallets/" + NAME + buyer + "/top-ups", "{\"amount\":" + points + "}")
              .with("Idempotency-Key", "before-the-run");
      answer(fromOperator(topUp), 201);
    }
  }

  public SaleShow newShow(int rows, int seatsPerRow) throws InterruptedException {
    return newShow(rows, seatsPerRow, _ -> {});
  }

  /** The same with what else there is to say of it. */
  public SaleShow newShow(int rows, int seatsPerRow, Consumer<ObjectNode> besides)
      throws InterruptedException {
    RenderedRequest create = creation(rows, seatsPerRow, besides);
    return new SaleShow(json(create, 201).required("id").asString(), rows, seatsPerRow);
  }

  /** The operator's request that makes a show, for callers that send many of them. */
  public RenderedRequest creation(int rows, int seatsPerRow, Consumer<ObjectNode> besides) {
    ObjectNode show = MAPPER.createObjectNode();
    show.put("name", "benchmark");
    show.put("startsAt", Instant.now().plus(30, ChronoUnit.DAYS).toString());
    show.put("holdSeconds", HOLD_SECONDS);
    ObjectNode section = show.putArray("sections").addObject();
    section.put("name", SaleShow.SECTION);
    section.put("price", 100);
    section.put("rows", rows);
    section.put("seatsPerRow", seatsPerRow);
    besides.accept(show);
    return fromOperator(target().post("/api/v1/shows", show.toString()));
  }

  /** Changes a show's settings. */
  public void change(SaleShow show, String json) throws InterruptedException {
    RenderedRequest patch =
        target()
            .request("PATCH", show.path(), json.getBytes(UTF_8))
            .with("Content-Type", "application/json");
    answer(fromOperator(patch), 200);
  }

  private RenderedRequest fromOperator(RenderedRequest request) {
    return request.with("Authorization", "Bearer " + operator);
  }

  /** The answer to a request, whatever it is. */
  public Response answer(RenderedRequest request) throws InterruptedException {
    return caller.send(request, PATIENCE);
  }

  /** The answer to a request that has to be answered with this status. */
  public Response answer(RenderedRequest request, int status) throws InterruptedException {
    Response response = answer(request);
    if (response.status() != status) {
      throw new IllegalStateException(
          "%s: %s was answered with %d instead of %d: %s"
              .formatted(server.name(), request, response.status(), status, response.text()));
    }
    return response;
  }

  public JsonNode json(RenderedRequest request, int status) throws InterruptedException {
    return MAPPER.readTree(answer(request, status).body());
  }

  @Override
  public void close() {
    caller.close();
    server.close();
  }

  private String token(String sub, String role) throws InterruptedException {
    ObjectNode who = MAPPER.createObjectNode();
    who.put("sub", sub);
    who.putArray("roles").add(role);
    RenderedRequest ask = target().post("/api/v1/dev/tokens", who.toString());
    Response response = caller.send(ask, PATIENCE);
    if (response.status() / 100 != 2) {
      throw new IllegalStateException(
          "no token from the development issuer: %d %s"
              .formatted(response.status(), response.text()));
    }
    return MAPPER.readTree(response.body()).required("token").asString();
  }
}
