package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Admissions;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.SeatLedger;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Signing keys that are rotated, and removed, while two servers sell. The first server runs through
 * all of it; the second starts after the rotation and signs with the new key from its first moment.
 */
final class KeyRotationTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
  private static final int SEATS = 24;

  /** An old moment of creation: whoever reads it signs with it at once. */
  private static final String ROTATE =
      """
      INSERT INTO signing_key (id, secret, created_at)
      SELECT max(id) + 1,
             decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
             stampede_now() - interval '1 hour'
      FROM signing_key
      """;

  private final TestServices services = TestServices.shared();

  @Test
  void everythingThatIsSignedIsGoodOnEveryServerThroughARotation() throws Exception {
    try (TestDatabase database = services.freshDatabase()) {
      Map<String, String> environment =
          new HashMap<>(TwoServers.environment(database.url(), services.freshKeyPrefix()));
      environment.put("KAFKA_TOPIC_PREFIX", services.freshTopicPrefix());
      environment.put("KAFKA_TOPIC_PARTITIONS", "4");
      Settings settings = Settings.read(SettingsSource.of(environment), Mode.SERVE);
      try (Main running = Main.start(settings);
          LaterCalls old = LaterCalls.to(running.port())) {
        old.awaitOpen();
        String show = old.calls().createShow(1, SEATS);
        old.calls().order(ClaimRequest.topUp("ann", 10_000, "first"));
        Map<Integer, String> operations = new LinkedHashMap<>();
        operations.put(1, old.later("ann", seat(show, 1)));
        String oldCookie = cookie(running);
        assertThat(oldCookie).contains("=1.");

        new Sql(database.url()).run(ROTATE);
        try (Main started = Main.start(settings);
            LaterCalls fresh = LaterCalls.to(started.port())) {
          fresh.awaitOpen();
          for (int seat = 2; seat <= SEATS; seat++) {
            LaterCalls accepting = seat % 2 == 0 ? fresh : old;
            operations.put(seat, accepting.later("ann", seat(show, seat)));
          }
          assertThat(operations.get(2)).startsWith("/api/v1/operations/2.");
          for (Map.Entry<Integer, String> each : operations.entrySet()) {
            LaterCalls other = each.getKey() % 2 == 0 ? old : fresh;
            assertThat(other.awaitOutcome("ann", each.getValue()).json().path("state").asString())
                .as("seat %d", each.getKey())
                .isEqualTo("done");
          }
          new SeatLedger(database.url()).mustBalance(ShowId.parse(show).orElseThrow());
          assertThat(statusWith(cookie(started), running)).isEqualTo(200);
          assertThat(statusWith(oldCookie, started)).isEqualTo(200);

          passesOfAKeyNobodyHasReadYet(database.url(), old);

          new Sql(database.url()).run("DELETE FROM signing_key WHERE id = 1");
          for (Main server : List.of(running, started)) {
            Eventually.within(LONG_ENOUGH)
                .until(
                    "the removed key is worth nothing", () -> statusWith(oldCookie, server) == 401);
          }
          assertThat(statusWith(cookie(running), started)).isEqualTo(200);
        }
      }
    }
  }

  private static void passesOfAKeyNobodyHasReadYet(String url, LaterCalls server)
      throws InterruptedException {
    String room = "\"enabled\":true,\"admitPerSecond\":0,\"maxActive\":10,\"passSeconds\":600";
    String show = server.calls().createShowWithRoom(1, 10, room + ",\"shuffleEarly\":false");
    ShowId id = ShowId.parse(show).orElseThrow();
    Instant until = Instant.now().plusSeconds(600);
    Admissions.to(url).admit(id, new Buyer("jana"), 1, until);
    new Sql(url).run(ROTATE);
    try (Database data =
        Database.open(new PostgresSettings(DatabaseUrl.parse(url), 5, Duration.ofSeconds(10)))) {
      String pass =
          new Passes(StoredKeyring.loadOrCreate(data))
              .seal(new Pass(id, new Buyer("jana"), 1, until));
      assertThat(pass).startsWith("3.");
      // Unknown keys are read at most once a second, and one was a moment ago.
      Eventually.within(LONG_ENOUGH)
          .until(
              "the pass is good",
              () -> server.calls().hold(show, List.of("A-1-1"), "jana", "h", pass).status() == 201);
    }
  }

  private static String seat(String show, int number) {
    return "{\"showId\":\"%s\",\"seats\":[\"A-1-%d\"]}".formatted(show, number);
  }

  /** A session's cookie, as a browser sends it back. */
  private static String cookie(Main server) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              to(server, "/api/v1/session")
                  .header("Authorization", "Bearer " + ShopTokens.issue("ann"))
                  .POST(HttpRequest.BodyPublishers.noBody())
                  .build(),
              BodyHandlers.discarding())
          .headers()
          .firstValue("Set-Cookie")
          .orElseThrow()
          .split(";", 2)[0];
    }
  }

  private static int statusWith(String cookie, Main server)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              to(server, "/api/v1/wallet").header("Cookie", cookie).build(),
              BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static HttpRequest.Builder to(Main server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(LONG_ENOUGH);
  }
}
