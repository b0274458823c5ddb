package dev.stampede.server.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ExtensionRoutesTest {

  private static SaleServer server;

  @BeforeAll
  static void start() {
    server = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void anExtendedHoldKeepsItsSeatsPastTheOldEnd() throws Exception {
    String show = server.show("");
    Answer hold = server.hold("ann", show, "{\"seats\":[\"A-1-1\"]}");
    Instant end = Instant.parse(hold.text("expiresAt"));

    Answer extended = server.send(extending(show, "{\"seconds\":600}"));

    assertThat(extended.status()).isEqualTo(200);
    assertThat(extended.json().get("extended").asInt()).isEqualTo(1);
    assertThat(extended.json().get("seconds").asInt()).isEqualTo(600);
    assertThat(extended.json().get("clipped").asInt()).isZero();
    String own = "/api/v1/holds/" + hold.text("id");
    assertThat(Instant.parse(server.getAs("ann", own).text("expiresAt")))
        .isEqualTo(end.plusSeconds(600));
    server.clock().advance(Duration.ofSeconds(400));
    try {
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "the old end is over",
              () -> Instant.parse(server.get("/api/v1/shows/" + show).text("now")).isAfter(end));
      Eventually.within(Duration.ofSeconds(30))
          .until(
              "the seat is shown as held",
              () ->
                  server
                      .get("/api/v1/shows/" + show + "/seats")
                      .json()
                      .at("/sections/0/states")
                      .asString()
                      .startsWith("hf"));
      assertThat(server.hold("ben", show, "{\"seats\":[\"A-1-1\"]}").slug())
          .isEqualTo("seat-taken");
      assertThat(server.getAs("ann", own).status()).isEqualTo(200);
    } finally {
      server.clock().reset();
    }
  }

  @Test
  void aRepeatUnderItsKeyIsToldWhatTheFirstDid() throws Exception {
    String show = server.show("");
    Answer hold = server.hold("ann", show, "{\"seats\":[\"A-1-1\"]}");
    String own = "/api/v1/holds/" + hold.text("id");
    HttpRequest.Builder request =
        extending(show, "{\"seconds\":60}").header("Idempotency-Key", "more");
    Answer first = server.send(request);
    String end = server.getAs("ann", own).text("expiresAt");

    Answer again = server.send(request);

    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.json().get("extended").asInt()).isEqualTo(1);
    assertThat(server.getAs("ann", own).text("expiresAt")).isEqualTo(end);
    assertThat(
            server
                .send(extending(show, "{\"seconds\":61}").header("Idempotency-Key", "more"))
                .slug())
        .isEqualTo("idempotency-mismatch");
  }

  @Test
  void onlyOperatorsGiveMoreTime() throws Exception {
    String show = server.show("");
    for (Role role : List.of(Role.BUYER, Role.SHOP)) {
      assertThat(
              server
                  .send(
                      SaleServer.json(
                          server.as("ann", role, path(show)), "POST", "{\"seconds\":60}"))
                  .slug())
          .isEqualTo("forbidden");
    }
    assertThat(server.send(extending("999999", "{\"seconds\":60}")).slug()).isEqualTo("not-found");
  }

  @Test
  void anInvalidNumberOfSecondsIsRefused() throws Exception {
    String show = server.show("");
    for (String seconds : List.of("0", "-1", "3601", "1.5", "\"60\"", "null", "1e400")) {
      Answer answer = server.send(extending(show, "{\"seconds\":%s}".formatted(seconds)));
      assertThat(answer.slug()).as(seconds).isEqualTo("invalid-field");
      assertThat(answer.wrongFields()).as(seconds).containsExactly("seconds");
    }
    assertThat(server.send(extending(show, "{\"seconds\":1,\"more\":1}")).slug())
        .isEqualTo("invalid-field");
    assertThat(server.send(extending(show, "{}")).wrongFields()).containsExactly("seconds");
    assertThat(server.send(extending(show, "[")).slug()).isEqualTo("malformed-request");
  }

  private static HttpRequest.Builder extending(String show, String json) {
    return SaleServer.json(server.as("olga", Role.OPERATOR, path(show)), "POST", json);
  }

  private static String path(String show) {
    return "/api/v1/shows/" + show + "/holds/extend";
  }
}
