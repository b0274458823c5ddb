package dev.stampede.bench.claims;

import dev.stampede.bench.StampedeRoot;
import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.crowd.Caller;
import dev.stampede.crowd.Request;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Our server, started by its launcher, with a crowd of buyers who have their tokens already. */
final class SaleServer implements AutoCloseable {

  static final int BUYERS = 1_000;

  /** Longer than any run, so that nothing expires within it. */
  private static final int HOLD_SECONDS = 3_600;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final ChildServer server;
  private final Caller caller;
  private final String operator;
  private final List<String> buyers = new ArrayList<>();

  private SaleServer(ChildServer server) throws InterruptedException {
    this.server = server;
    this.caller = Caller.to(server.target(), 1);
    this.operator = token("operator", "operator");
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      buyers.add(token("buyer-" + buyer, "buyer"));
    }
  }

  static SaleServer start(String name, Map<String, String> settings)
      throws IOException, InterruptedException {
    ChildServer server = Servers.stampede(name, StampedeRoot.launcher(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-server"));
    boolean ready = false;
    try {
      Servers.awaitReady(server);
      SaleServer sale = new SaleServer(server);
      ready = true;
      return sale;
    } finally {
      if (!ready) {
        server.close();
      }
    }
  }

  Target target() {
    return server.target();
  }

  Duration cpuTime() {
    return server.cpuTime();
  }

  /** The same request from one of the buyers, counted from 0 and then round again. */
  Request from(int buyer, Request request) {
    return request.with("Authorization", "Bearer " + buyers.get(buyer % BUYERS));
  }

  /** A claim of these seats. */
  Request hold(int buyer, SaleShow show, String json) {
    return from(buyer, target().post(show.path() + "/holds", json));
  }

  SaleShow newShow(int rows, int seatsPerRow) throws InterruptedException {
    ObjectNode show = MAPPER.createObjectNode();
    show.put("name", "benchmark");
    show.put("startsAt", Instant.now().plus(30, ChronoUnit.DAYS).toString());
    show.put("holdSeconds", HOLD_SECONDS);
    ObjectNode section = show.putArray("sections").addObject();
    section.put("name", SaleShow.SECTION);
    section.put("price", 100);
    section.put("rows", rows);
    section.put("seatsPerRow", seatsPerRow);
    Request create =
        target().post("/api/v1/shows", show.toString()).with("Authorization", "Bearer " + operator);
    return new SaleShow(json(create, 201).required("id").asString(), rows, seatsPerRow);
  }

  /** The answer to a request that has to be answered with this status. */
  Response answer(Request request, int status) throws InterruptedException {
    Response response = caller.send(request, PATIENCE);
    if (response.status() != status) {
      throw new IllegalStateException(
          "%s: %s was answered with %d instead of %d: %s"
              .formatted(server.name(), request, response.status(), status, response.text()));
    }
    return response;
  }

  JsonNode json(Request request, int status) throws InterruptedException {
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
    Request ask = target().post("/api/v1/dev/tokens", who.toString());
    Response response = caller.send(ask, PATIENCE);
    if (response.status() / 100 != 2) {
      throw new IllegalStateException(
          "no token from the development issuer: %d %s"
              .formatted(response.status(), response.text()));
    }
    return MAPPER.readTree(response.body()).required("token").asString();
  }
}
