package dev.stampede.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore;
import dev.stampede.engine.alert.Severity;
import dev.stampede.server.RunningServer;
import dev.stampede.server.SaleClient;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class AlertRoutesTest {

  private static final String ALERTS = "/api/v1/alerts";

  /** Tells the alerts of this test from those that the server itself fires on a busy machine. */
  private static final String DETAIL = "half of it fails";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
    for (int i = 1; i <= 3; i++) {
      sale.run(
          """
          INSERT INTO alert (name, server, severity, fired_at, seen_at, resolved_at, value, bound,
            detail)
          VALUES ('success-rate', '%s', 'critical', stampede_now() - interval '5 minutes',
            stampede_now() + interval '1 hour', %s, 0.5, 0.95, '%s')"""
              .formatted(i == 3 ? "" : "a:" + i, i == 1 ? "stampede_now()" : "NULL", DETAIL));
    }
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void operatorsSeeWhatFiredOnAnyServerPageByPage() throws Exception {
    List<JsonNode> listed = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = sale.getAsOperator(ALERTS + "?limit=2" + cursor).json();
      assertThat(page.path("items").size()).isBetween(1, 2);
      assertThat(page.path("partial").asBoolean()).isFalse();
      listed.addAll(ours(page));
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asString() : "";
    } while (!cursor.isEmpty());

    assertThat(listed).hasSize(3);
    JsonNode newest = listed.getFirst();
    assertThat(newest.has("server")).as("all servers see it").isFalse();
    assertThat(newest.has("resolvedAt")).isFalse();
    assertThat(newest.path("state").asString()).isEqualTo("firing");
    assertThat(newest.path("value").asDouble()).isEqualTo(0.5);
    assertThat(newest.path("limit").asDouble()).isEqualTo(0.95);
    assertThat(listed.get(1).path("server").asString()).isEqualTo("a:2");
    assertThat(listed.getLast().path("state").asString()).isEqualTo("resolved");
    assertThat(listed.getLast().path("server").asString()).isEqualTo("a:1");
  }

  private static List<JsonNode> ours(JsonNode page) {
    return page.path("items")
        .valueStream()
        .filter(alert -> alert.path("detail").asString().equals(DETAIL))
        .toList();
  }

  @Test
  void thoseThatAreFiringCanBeAskedForAlone() throws Exception {
    JsonNode firing = sale.getAsOperator(ALERTS + "?state=firing").json();
    assertThat(ours(firing)).hasSize(2);
    assertThat(firing.path("items").valueStream().map(each -> each.path("state").asString()))
        .containsOnly("firing");
  }

  @Test
  void anInvalidQueryParameterIsNamed() throws Exception {
    assertThat(sale.getAsOperator(ALERTS + "?state=quiet").wrongFields()).containsExactly("state");
    assertThat(sale.getAsOperator(ALERTS + "?cursor=x").wrongFields()).containsExactly("cursor");
    assertThat(sale.getAsOperator(ALERTS + "?limit=0").wrongFields()).containsExactly("limit");
  }

  @Test
  void nobodyElseMayLook() throws Exception {
    for (String path : new String[] {ALERTS, "/api/v1/logging"}) {
      for (Role role : new Role[] {Role.BUYER, Role.SHOP}) {
        assertThat(sale.send(sale.as("bob", role, path)).status()).isEqualTo(403);
      }
    }
  }

  @Test
  void refusalsAreExplainedOnceAnOperatorSaysSo() throws Exception {
    String logging = "/api/v1/logging";
    assertThat(sale.getAsOperator(logging).json().path("refusals").asBoolean()).isFalse();
    assertThat(patched("{\"refusals\":true}").json().path("refusals").asBoolean()).isTrue();
    assertThat(sale.getAsOperator(logging).json().path("refusals").asBoolean()).isTrue();
    assertThat(patched("{\"refusals\":false}").json().path("refusals").asBoolean()).isFalse();
    assertThat(patched("{\"refusals\":1}").wrongFields()).containsExactly("refusals");
    assertThat(patched("{}").wrongFields()).containsExactly("refusals");
    assertThat(patched("{\"refusals\":true,\"all\":true}").wrongFields()).containsExactly("all");
  }

  private static SaleClient.Answer patched(String json) throws Exception {
    return sale.send(
        SaleServer.json(sale.as("olga", Role.OPERATOR, "/api/v1/logging"), "PATCH", json));
  }

  /** Operators want alerts most while the database is away. */
  @Test
  void whileTheDatabaseIsAwayTheServerTellsWhatItKnowsItself() throws Exception {
    Alert firing =
        new Alert(
            "postgresql-down",
            "a:1",
            Severity.CRITICAL,
            Instant.parse("2030-01-01T10:00:00Z"),
            Optional.empty(),
            new Alert.Seen(0, 1, "no sign of life"));
    try (RunningServer server =
        RunningServer.with(new AlertRoutes(new Away(), () -> List.of(firing)))) {
      HttpResponse<String> answer =
          server.send(
              server
                  .to(ALERTS)
                  .header("Authorization", "Bearer " + server.token("olga", Role.OPERATOR)));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("\"partial\":true", "\"name\":\"postgresql-down\"");
    }
  }

  /** A store that cannot be reached. */
  private static final class Away implements AlertStore {

    private static IllegalStateException away() {
      return new IllegalStateException("away");
    }

    @Override
    public void begin(String server) {
      throw away();
    }

    @Override
    public void note(Alert alert) {
      throw away();
    }

    @Override
    public void stillFiring(List<Alert> alerts) {
      throw away();
    }

    @Override
    public List<Listed> list(long below, int limit, boolean onlyFiring) {
      throw away();
    }

    @Override
    public int prune() {
      throw away();
    }
  }
}
