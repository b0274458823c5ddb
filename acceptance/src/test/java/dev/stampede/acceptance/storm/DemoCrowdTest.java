package dev.stampede.acceptance.storm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.cli.HttpDemoCrowd;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.crowd.demo.CrowdSpeed;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The crowd that {@code up} shows off with, at a real server, and in more of a hurry. */
final class DemoCrowdTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);
  private static final String CROWD = "/api/v1/demo/crowd";
  private static final CrowdSpeed HURRY =
      new CrowdSpeed(
          Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(20), LONG_ENOUGH);
  private static final CrowdSpeed DREAMY =
      new CrowdSpeed(
          Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMinutes(5), LONG_ENOUGH);

  /**
   * Passes that end soon: a fan who walks away from a seat keeps others out until the pass ends.
   */
  private static final String SHORT_PASSES =
      ", \"waitingRoom\": {\"enabled\": true, \"admitPerSecond\": 200, \"passSeconds\": 10}";

  /**
   * Seconds that a fan has to pay, who thinks for 40 ms at most. With a second, a machine that
   * stood still let so many holds expire that the show never sold out and nobody was turned away.
   */
  private static final int TIME_TO_PAY = 5;

  private TestDatabase database;
  private Map<String, String> environment;

  @BeforeEach
  void prepare() {
    database = TestServices.shared().freshDatabase();
    environment =
        new HashMap<>(
            TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
    environment.remove("AUTH_SECRET");
  }

  @AfterEach
  void tidyUp() {
    database.close();
  }

  /**
   * Failed with a planted bug that counted fans who abandon their hold as paid: more fans had paid
   * than there are bookings.
   */
  @Test
  void aCrowdLargerThanTheShowEndsWithoutFailuresAndTheTablesAgree() throws Exception {
    try (Main server = start(HURRY);
        Operator operator = new Operator(server.port())) {
      String show = operator.show(TIME_TO_PAY, SHORT_PASSES);
      operator.call(show, 160);

      JsonNode end = operator.end();

      assertThat(ended(end)).isEqualTo(160);
      assertThat(end.path("failed").asInt()).as(end.toString()).isZero();
      assertThat(end.path("turnedAway").asInt()).as(end.toString()).isPositive();
      assertThat(end.path("abandoned").asInt()).isPositive();
      operator.awaitNoHold(show);
      assertThat(operator.count(show, "free") + operator.count(show, "sold")).isEqualTo(60);
      assertTablesAgree(show, end);
    }
  }

  @Test
  void seatsThatWereAbandonedAreFreeAgain() throws Exception {
    try (Main server = start(HURRY);
        Operator operator = new Operator(server.port())) {
      String show = operator.show(1, "");
      operator.call(show, 20);

      JsonNode end = operator.end();

      assertThat(ended(end)).isEqualTo(20);
      assertThat(end.path("failed").asInt()).as(end.toString()).isZero();
      operator.awaitNoHold(show);
      assertThat(operator.count(show, "free")).isEqualTo(60 - operator.count(show, "sold"));
      assertTablesAgree(show, end);
    }
  }

  @Test
  void aCrowdThatIsSentHomeLeavesTheLineAndGivesBackWhatItHolds() throws Exception {
    try (Main server = start(DREAMY);
        Operator operator = new Operator(server.port())) {
      String show =
          operator.show(
              1,
              ", \"waitingRoom\": {\"enabled\": true, \"admitPerSecond\": 100, \"maxActive\": 10}");
      operator.call(show, 30);
      Eventually.within(LONG_ENOUGH)
          .until(
              "ten are let in and the others wait",
              () -> operator.crowd().path("choosing").asInt() == 10);
      assertThat(operator.send("POST", CROWD, wish(show, 1)).status()).isEqualTo(409);

      assertThat(operator.send("DELETE", CROWD, "").status()).isEqualTo(204);

      JsonNode end = operator.crowd();
      assertThat(end.path("state").asString()).isEqualTo("ended");
      assertThat(end.path("abandoned").asInt()).as(end.toString()).isEqualTo(30);
      assertThat(operator.count(show, "free")).isEqualTo(60);
      Eventually.within(LONG_ENOUGH)
          .until("the line is empty", () -> operator.metric("stampede_queue_waiting") == 0);
    }
  }

  @Test
  void aServerWithoutADemoCrowdHasNoCrowdRoutes() throws Exception {
    try (Main server = Main.start(Settings.read(SettingsSource.of(environment), Mode.UP));
        Operator operator = new Operator(server.port())) {
      for (String method : List.of("GET", "POST", "DELETE")) {
        assertThat(operator.send(method, CROWD, wish("1", 1)).status()).isEqualTo(404);
      }
    }
  }

  private Main start(CrowdSpeed tempo) {
    return Main.start(
        Settings.read(SettingsSource.of(environment), Mode.UP), new HttpDemoCrowd(_ -> tempo));
  }

  /** No seat is sold twice, nobody has paid for nothing, and the crowd has counted right. */
  private void assertTablesAgree(String show, JsonNode end) {
    try (SaleAudit audit = new SaleAudit(database.url())) {
      audit.mustBalance(show);
    }
    AtomicInteger confirmed = new AtomicInteger();
    DatabaseRows.of(
        database.url(),
        "SELECT id FROM booking WHERE cancelled_at IS NULL",
        _ -> confirmed.incrementAndGet());
    assertThat(end.path("paid").asInt()).isEqualTo(confirmed.get()).isPositive();
  }

  private static int ended(JsonNode crowd) {
    return List.of("paid", "abandoned", "turnedAway", "failed").stream()
        .mapToInt(how -> crowd.path(how).asInt())
        .sum();
  }

  private static String wish(String show, int buyers) {
    return "{\"showId\":\"%s\",\"buyers\":%d}".formatted(show, buyers);
  }

  /** The operator who calls the crowd and watches it. */
  private static final class Operator implements AutoCloseable {

    private final Target target;
    private final CrowdClient caller;
    private final String token;

    Operator(int port) throws InterruptedException {
      target = Target.loopback(port);
      caller = CrowdClient.to(target, 1);
      String who = "{\"sub\":\"olga\",\"roles\":[\"operator\"]}";
      token =
          JSON.readTree(caller.send(target.post("/api/v1/dev/tokens", who)).body())
              .path("token")
              .asString();
    }

    /** Sixty seats. */
    String show(int holdSeconds, String more) throws InterruptedException {
      String show =
          """
          {"name": "Rush", "startsAt": "2099-01-01T20:00:00Z", "holdSeconds": %d,
           "sections": [{"name": "A", "price": 50, "rows": 5, "seatsPerRow": 10},
                        {"name": "GA", "price": 20, "capacity": 10}]%s}"""
              .formatted(holdSeconds, more);
      return JSON.readTree(send("POST", "/api/v1/shows", show).body()).path("id").asString();
    }

    void call(String show, int buyers) throws InterruptedException {
      Response called = send("POST", CROWD, wish(show, buyers));
      assertThat(called.status()).as(called.text()).isEqualTo(202);
    }

    JsonNode crowd() throws InterruptedException {
      return JSON.readTree(send("GET", CROWD, "").body());
    }

    JsonNode end() {
      return Eventually.within(LONG_ENOUGH)
          .until(
              "it has ended", this::crowd, crowd -> crowd.path("state").asString().equals("ended"));
    }

    void awaitNoHold(String show) {
      Eventually.within(LONG_ENOUGH)
          .until("all holds have expired", () -> count(show, "held") == 0);
    }

    int count(String show, String state) throws InterruptedException {
      return JSON.readTree(send("GET", "/api/v1/shows/" + show, "").body()).path(state).asInt();
    }

    /** The sum over its labels; 0 where it is not there. */
    double metric(String name) throws InterruptedException {
      return caller
          .send(target.get("/metrics"))
          .text()
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    }

    Response send(String method, String path, String json) throws InterruptedException {
      RenderedRequest request =
          json.isEmpty()
              ? target.request(method, path, new byte[0])
              : target
                  .request(method, path, json.getBytes(UTF_8))
                  .with("Content-Type", "application/json");
      return caller.send(request.with("Authorization", "Bearer " + token), LONG_ENOUGH);
    }

    @Override
    public void close() {
      caller.close();
    }
  }
}
