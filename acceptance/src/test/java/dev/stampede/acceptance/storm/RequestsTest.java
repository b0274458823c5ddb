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
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.SeatLedger;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Bookings that are answered later, on two whole servers: from the 202 to what became of them, seen
 * on the other server. A seat costs 50.
 */
final class RequestsTest {

  private static TestDatabase database;
  private static final List<Main> servers = new ArrayList<>();
  private static LaterCalls one;
  private static LaterCalls two;

  @BeforeAll
  static void start() throws Exception {
    database = TestServices.shared().freshDatabase();
    Map<String, String> environment =
        new HashMap<>(
            TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
    environment.put("KAFKA_TOPIC_PREFIX", TestServices.shared().freshTopicPrefix());
    environment.put("KAFKA_TOPIC_PARTITIONS", "4");
    for (int i = 0; i < 2; i++) {
      servers.add(Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE)));
    }
    one = LaterCalls.to(servers.getFirst().port());
    two = LaterCalls.to(servers.getLast().port());
    one.awaitOpen();
    two.awaitOpen();
  }

  @AfterAll
  static void stop() {
    one.close();
    two.close();
    servers.forEach(Main::close);
    database.close();
  }

  private static void fund(String buyer) throws Exception {
    assertThat(one.calls().order(ClaimRequest.topUp(buyer, 1_000, "first")).succeeded()).isTrue();
  }

  private static String seats(String show, String... labels) {
    return "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, String.join("\",\"", labels));
  }

  @Test
  void aRequestIsAcceptedThenDecidedAndBothServersTellWhatBecameOfIt() throws Exception {
    String show = one.calls().createShow(2, 10);
    fund("anna");
    LaterCalls.Answer accepted =
        one.post(
            "anna", seats(show, "A-1-2", "A-1-1"), "Prefer", "wait=5, Respond-Async; x=\"a,b\"");

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.header("Preference-Applied")).isEqualTo("respond-async");
    assertThat(accepted.json().path("state").asString()).isEqualTo("queued");
    String operation = accepted.header("Location");
    assertThat(operation).startsWith("/api/v1/operations/");
    LaterCalls.Answer done = two.awaitOutcome("anna", operation);
    assertThat(done.json().path("state").asString()).isEqualTo("done");
    assertThat(done.json().path("booking").path("seats").toString())
        .isEqualTo("[\"A-1-1\",\"A-1-2\"]");
    assertThat(done.json().path("booking").path("balance").asLong()).isEqualTo(900);
    assertThat(done.json().has("problem")).isFalse();
    assertThat(
            two.calls().booking(done.json().path("booking").path("id").asString(), "anna").status())
        .isEqualTo(200);
    assertThat(one.get("eve", operation).status()).as("another's").isEqualTo(404);
    assertThat(one.get("anna", operation.replace("operations/1.", "operations/1.A")).status())
        .as("forged")
        .isEqualTo(404);
    new SeatLedger(database.url()).mustBalance(ShowId.parse(show).orElseThrow());
  }

  @Test
  void aRefusalIsAnOutcomeAndIsTheProblemThatWaitingWouldHaveGot() throws Exception {
    String show = one.calls().createShow(2, 10);
    fund("ben");
    fund("carl");
    one.awaitOutcome("ben", one.later("ben", seats(show, "A-1-1")));
    LaterCalls.Answer failed = two.awaitOutcome("carl", one.later("carl", seats(show, "A-1-1")));
    LaterCalls.Answer waited = one.post("carl", seats(show, "A-1-1"));

    assertThat(failed.json().path("state").asString()).isEqualTo("failed");
    assertThat(failed.json().path("problem").path("status").asInt()).isEqualTo(409);
    for (String field : List.of("type", "title", "status", "detail", "taken")) {
      assertThat(failed.json().path("problem").path(field)).isEqualTo(waited.json().path(field));
    }
    LaterCalls.Answer poor = two.awaitOutcome("dora", two.later("dora", seats(show, "A-1-2")));
    assertThat(poor.json().path("problem").path("type").asString())
        .isEqualTo("/problems/insufficient-points");
    assertThat(poor.json().path("problem").path("required").asInt()).isEqualTo(50);
  }

  @Test
  void anInvalidRequestIsRefusedAtOnceAndAHoldCanBePaidLater() throws Exception {
    String show = one.calls().createShow(2, 10);
    fund("emil");
    assertThat(one.async("emil", seats(show, "Z-1-1")).status()).isEqualTo(422);
    assertThat(one.async("emil", seats("999999", "A-1-1")).status()).isEqualTo(404);
    assertThat(one.async("emil", "{\"holdId\":\"nonsense\"}").status()).isEqualTo(404);
    assertThat(one.async("emil", "{\"holdId\":7}").status()).isEqualTo(422);

    String hold =
        one.calls().hold(show, List.of("A-2-1"), "emil", "h").body().path("id").asString();
    assertThat(one.async("eve", "{\"holdId\":\"%s\"}".formatted(hold)).status()).isEqualTo(404);
    LaterCalls.Answer paid =
        two.awaitOutcome("emil", two.later("emil", "{\"holdId\":\"%s\"}".formatted(hold)));
    assertThat(paid.json().path("state").asString()).isEqualTo("done");
    LaterCalls.Answer again =
        one.awaitOutcome("emil", one.later("emil", "{\"holdId\":\"%s\"}".formatted(hold)));
    assertThat(again.json().path("booking").path("id"))
        .isEqualTo(paid.json().path("booking").path("id"));
    LaterCalls.Answer best =
        one.awaitOutcome(
            "emil",
            one.later("emil", "{\"showId\":\"%s\",\"best\":{\"quantity\":2}}".formatted(show)));
    assertThat(best.json().path("booking").path("seats").size()).isEqualTo(2);
  }

  @Test
  void aShopIsAnsweredAtOnceWhateverItPrefers() throws Exception {
    String show = one.calls().createShow(2, 10);
    String hold =
        one.calls().hold(show, List.of("A-1-1"), "fred", "h").body().path("id").asString();
    LaterCalls.Answer paid =
        one.async(
            "shop",
            "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"till\",\"reference\":\"later-1\"}}"
                .formatted(hold));

    assertThat(paid.status()).isEqualTo(201);
    assertThat(paid.header("Preference-Applied")).isEmpty();
  }

  @Test
  void aRepeatIsAnOperationOfItsOwnAndEndsInTheSameBooking() throws Exception {
    String show = one.calls().createShow(2, 10);
    fund("gina");
    String first = one.later("gina", seats(show, "A-1-1"), "Idempotency-Key", "k");
    String second = two.later("gina", seats(show, "A-1-1"), "Idempotency-Key", "k");
    assertThat(second).isNotEqualTo(first);
    LaterCalls.Answer one1 = one.awaitOutcome("gina", first);
    LaterCalls.Answer two2 = one.awaitOutcome("gina", second);

    assertThat(two2.json().path("booking").path("id"))
        .isEqualTo(one1.json().path("booking").path("id"));
    LaterCalls.Answer waited = one.post("gina", seats(show, "A-1-1"), "Idempotency-Key", "k");
    assertThat(waited.status()).isEqualTo(201);
    assertThat(waited.header("Idempotency-Replayed")).isEqualTo("true");
    String other = one.later("gina", seats(show, "A-1-2"), "Idempotency-Key", "k");
    assertThat(one.awaitOutcome("gina", other).json().path("problem").path("type").asString())
        .isEqualTo("/problems/idempotency-mismatch");

    // A refusal uses no key up.
    String refused = one.later("hugo", seats(show, "A-2-1"), "Idempotency-Key", "k");
    assertThat(one.awaitOutcome("hugo", refused).json().path("state").asString())
        .isEqualTo("failed");
    fund("hugo");
    String good = one.later("hugo", seats(show, "A-2-1"), "Idempotency-Key", "k");
    assertThat(one.awaitOutcome("hugo", good).json().path("state").asString()).isEqualTo("done");
  }

  @Test
  void bothServersPushTheOutcomeOfARequest() throws Exception {
    String show = one.calls().createShow(2, 10);
    fund("ines");
    String operation = one.later("ines", seats(show, "A-1-1"));
    for (LaterCalls server : List.of(one, two)) {
      List<String> states = server.watch("ines", operation + "/stream");
      assertThat(states).first().isEqualTo("queued");
      assertThat(states).last().isEqualTo("done");
      assertThat(states).hasSize(2);
    }
    assertThat(one.get("eve", operation + "/stream").status()).isEqualTo(404);
  }

  @Test
  void requestsOfASectionAreDecidedInTheOrderOfTheirAcceptance() throws Exception {
    String show = one.calls().createShow(1, 10);
    List<String> operations = new ArrayList<>();
    List<String> buyers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      buyers.add("runner-" + i);
      fund(buyers.get(i));
    }
    for (int i = 0; i < 40; i++) {
      LaterCalls server = i % 2 == 0 ? one : two;
      operations.add(server.later(buyers.get(i), seats(show, "A-1-" + (1 + i / 4))));
    }
    for (int i = 0; i < 40; i++) {
      LaterCalls.Answer outcome = one.awaitOutcome(buyers.get(i), operations.get(i));
      assertThat(outcome.json().path("state").asString())
          .as("request %d", i)
          .isEqualTo(i % 4 == 0 ? "done" : "failed");
    }
  }

  @Test
  void passesAreJudgedWhenTheRequestIsAccepted() throws Exception {
    String room = "\"enabled\":true,\"admitPerSecond\":0,\"maxActive\":10,\"passSeconds\":600";
    String show = one.calls().createShowWithRoom(2, 10, room + ",\"shuffleEarly\":false");
    String other = one.calls().createShowWithRoom(2, 10, room + ",\"shuffleEarly\":false");
    ShowId id = ShowId.parse(show).orElseThrow();
    fund("jana");
    try (Database data =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(database.url()), 5, Duration.ofSeconds(10)))) {
      Passes passes = new Passes(StoredKeyring.loadOrCreate(data));
      Instant until = Instant.now().plusSeconds(600);
      Admissions.to(database.url()).admit(id, new Buyer("jana"), 1, until);
      String good = passes.seal(new Pass(id, new Buyer("jana"), 1, until));
      String anothers = passes.seal(new Pass(id, new Buyer("eve"), 1, until));
      String elsewhere =
          passes.seal(new Pass(ShowId.parse(other).orElseThrow(), new Buyer("jana"), 1, until));
      String expired =
          passes.seal(new Pass(id, new Buyer("jana"), 1, Instant.now().minusSeconds(9)));
      String body = seats(show, "A-1-1");

      assertThat(one.async("jana", body).problem()).isEqualTo("/problems/pass-required");
      for (String bad : List.of("1.forged.pass", anothers, elsewhere, expired)) {
        LaterCalls.Answer answer = one.async("jana", body, "Stampede-Pass", bad);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.problem()).isEqualTo("/problems/pass-invalid");
      }
      // It ends while the request waits: the clock is moved under an intake that is held up.
      String inTime;
      try (HeldOutcomes _ = HeldOutcomes.of(database.url())) {
        inTime = one.later("jana", body, "Stampede-Pass", good, "Idempotency-Key", "k");
        DatabaseClock.of(database.url()).advance(Duration.ofMinutes(20));
      }
      try {
        assertThat(one.awaitOutcome("jana", inTime).json().path("state").asString())
            .isEqualTo("done");
        Instant later = Instant.now().plus(Duration.ofHours(1));
        String old = passes.seal(new Pass(id, new Buyer("jana"), 1, later));
        String spent = one.later("jana", seats(show, "A-1-2"), "Stampede-Pass", old);
        LaterCalls.Answer refused = one.awaitOutcome("jana", spent);
        assertThat(refused.json().path("problem").path("type").asString())
            .isEqualTo("/problems/pass-invalid");
        assertThat(refused.json().path("problem").path("detail").asString()).contains("spent");
        LaterCalls.Answer stored = one.async("jana", body, "Idempotency-Key", "k");
        assertThat(stored.status()).as("a stored answer needs no pass").isEqualTo(201);
        assertThat(stored.header("Idempotency-Replayed")).isEqualTo("true");
      } finally {
        DatabaseClock.of(database.url()).reset();
      }
    }
  }
}
