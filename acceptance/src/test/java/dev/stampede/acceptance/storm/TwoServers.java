package dev.stampede.acceptance.storm;

import dev.stampede.crowd.Caller;
import dev.stampede.crowd.Request;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.Source;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two whole servers on one database, each with lanes, boards and connections of its own. */
final class TwoServers implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int CONNECTIONS = 64;

  private final TestDatabase database;
  private final String keyPrefix;
  private final List<Main> servers = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  private TwoServers(TestDatabase database, String keyPrefix) {
    this.database = database;
    this.keyPrefix = keyPrefix;
  }

  static TwoServers start() {
    TestDatabase database = TestServices.shared().freshDatabase();
    return start(database, database.url());
  }

  /** With the servers reaching the database at another address, such as a proxy's. */
  static TwoServers start(TestDatabase database, String databaseUrl) {
    TestServices services = TestServices.shared();
    TwoServers house = new TwoServers(database, services.freshKeyPrefix());
    for (int i = 0; i < 2; i++) {
      Map<String, String> environment =
          Map.of(
              "STAMPEDE_PORT",
              "0",
              "DATABASE_URL",
              databaseUrl,
              "REDIS_URL",
              services.redisUrl(),
              "REDIS_KEY_PREFIX",
              house.keyPrefix,
              "KAFKA_BOOTSTRAP_SERVERS",
              services.kafkaBootstrapServers(),
              "AUTH_SECRET",
              Tokens.SECRET);
      Main server = Main.start(Settings.read(Source.of(environment), Mode.SERVE));
      house.servers.add(server);
      Target target = Target.loopback(server.port());
      house.targets.add(target);
      house.callers.add(Caller.to(target, CONNECTIONS));
    }
    return house;
  }

  String databaseUrl() {
    return database.url();
  }

  String keyPrefix() {
    return keyPrefix;
  }

  Target target(int server) {
    return targets.get(server);
  }

  /** One answer, with its body read. */
  record Answer(int status, JsonNode body) {

    String problem() {
      return body.path("type").asString("");
    }
  }

  Answer send(int server, Request request, String buyer) throws InterruptedException {
    Response response =
        callers.get(server).send(request.with("Authorization", "Bearer " + token(buyer)));
    JsonNode body =
        response.bodyLength() == 0 ? JSON.createObjectNode() : JSON.readTree(response.body());
    return new Answer(response.status(), body);
  }

  Answer hold(int server, String show, List<String> seats, String buyer, String key)
      throws InterruptedException {
    String body = JSON.writeValueAsString(Map.of("seats", seats));
    Request request = targets.get(server).post("/api/v1/shows/" + show + "/holds", body);
    return send(server, request.with("Idempotency-Key", key), buyer);
  }

  Answer release(int server, String hold, String buyer) throws InterruptedException {
    return send(server, targets.get(server).delete("/api/v1/holds/" + hold), buyer);
  }

  /** A show on sale with one section A of so many rows and seats. */
  String createShow(int rows, int seatsPerRow) throws InterruptedException {
    String body =
        """
        {"name": "Storm", "startsAt": "2099-01-01T20:00:00Z", "holdSeconds": 3600,
         "sections": [{"name": "A", "price": 50, "rows": %d, "seatsPerRow": %d}]}"""
            .formatted(rows, seatsPerRow);
    Answer answer = send(0, targets.getFirst().post("/api/v1/shows", body), "operator");
    if (answer.status() != 201) {
      throw new AssertionError("no show was created: " + answer);
    }
    return answer.body().path("id").asString();
  }

  private String token(String sub) {
    return tokens.computeIfAbsent(sub, Tokens::issue);
  }

  @Override
  public void close() {
    callers.forEach(Caller::close);
    servers.forEach(Main::close);
    database.close();
  }
}
