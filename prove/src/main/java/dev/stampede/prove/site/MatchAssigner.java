package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Assigns a connection of its own to each match that the servers make, so that two tickets with the
 * same connection were in the same match, and no others were.
 */
final class MatchAssigner implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int BACKLOG = 64;

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong matches = new AtomicLong();

  private MatchAssigner(HttpServer http) {
    this.http = http;
  }

  static MatchAssigner start() throws IOException {
    MatchAssigner assigner =
        new MatchAssigner(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG));
    assigner.http.setExecutor(assigner.threads);
    assigner.http.createContext("/", assigner::answer);
    assigner.http.start();
    return assigner;
  }

  /** Writes the file for the setting MATCH_PROFILES: pairs of any two players. */
  Path writeProfiles(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("profiles.json"),
        """
        {"profiles": [{"name": "pairs", "pools": [{"name": "everybody"}],
          "function": {"kind": "1v1"},
          "assigner": {"kind": "http", "url": "http://127.0.0.1:%d/place"}}]}
        """
            .formatted(http.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode asked = JSON.readTree(exchange.getRequestBody().readAllBytes());
      ObjectNode answer = JSON.createObjectNode();
      ArrayNode assignments = answer.putArray("assignments");
      for (JsonNode match : asked.path("matches")) {
        assignments
            .addObject()
            .put("matchId", match.path("matchId").asString())
            .put("connection", "match-%d.invalid:7777".formatted(matches.incrementAndGet()));
      }
      byte[] body = JSON.writeValueAsString(answer).getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
