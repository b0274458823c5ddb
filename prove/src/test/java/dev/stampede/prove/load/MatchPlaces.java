package dev.stampede.prove.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * An assigner for the servers' matchmakers that gives each match a place of its own. So two tickets
 * with the same place are one match, and a ticket with two places was in two.
 */
final class MatchPlaces implements AutoCloseable {

  private static final String PROFILES =
      """
      {"profiles": [{
        "name": "duel",
        "pools": [{"name": "everybody"}],
        "function": {"kind": "1v1"},
        "assigner": {"kind": "http", "url": "http://127.0.0.1:PORT/place", "timeoutMillis": 2000}}]}
      """;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong places = new AtomicLong();

  private MatchPlaces(HttpServer server) {
    this.server = server;
  }

  /** Listens on a free port of loopback. */
  static MatchPlaces start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      MatchPlaces all = new MatchPlaces(server);
      server.setExecutor(all.threads);
      var _ = server.createContext("/place", all::place);
      server.start();
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("no port for the assigner", e);
    }
  }

  /** Writes the file for the servers' setting {@code MATCH_PROFILES}, and returns it. */
  Path profiles(Path folder) {
    try {
      return Files.writeString(
          folder.resolve("profiles.json"),
          PROFILES.replace("PORT", Integer.toString(server.getAddress().getPort())));
    } catch (IOException e) {
      throw new UncheckedIOException("no profiles could be written to " + folder, e);
    }
  }

  private void place(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode asked = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
      ObjectNode answer = JsonMapper.shared().createObjectNode();
      ArrayNode assignments = answer.putArray("assignments");
      for (JsonNode match : asked.path("matches")) {
        var _ =
            assignments
                .addObject()
                .put("matchId", match.path("matchId").asString(""))
                .put("connection", "place-" + places.incrementAndGet());
      }
      byte[] body = answer.toString().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
