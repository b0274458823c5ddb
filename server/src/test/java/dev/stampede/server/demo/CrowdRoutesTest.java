package dev.stampede.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class CrowdRoutesTest {

  private static final String CROWD = "/api/v1/demo/crowd";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @AfterEach
  void sendHome() {
    sale.crowd().stop();
  }

  @Test
  void aCrowdComesToTheShowItIsSentTo() throws Exception {
    String show = sale.show("");

    Answer called = call("{\"showId\":\"%s\",\"buyers\":10000}".formatted(show));

    assertThat(called.status()).isEqualTo(202);
    assertThat(called.text("state")).isEqualTo("running");
    assertThat(called.text("showId")).isEqualTo(show);
    assertThat(called.json().path("buyers").asInt()).isEqualTo(10_000);
    assertThat(sale.crowd().port()).isEqualTo(sale.http().port());
    assertThat(get().json()).isEqualTo(called.json());
  }

  @Test
  void oneCrowdIsEnoughUntilItIsSentHome() throws Exception {
    String body = "{\"showId\":\"%s\",\"buyers\":1}".formatted(sale.show(""));
    assertThat(call(body).status()).isEqualTo(202);

    Answer second = call(body);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.slug()).isEqualTo("crowd-running");

    assertThat(dismiss()).isEqualTo(204);
    assertThat(get().text("state")).isEqualTo("ended");
    assertThat(dismiss()).as("again").isEqualTo(204);
    assertThat(call(body).status()).isEqualTo(202);
  }

  @Test
  void aCrowdWithInvalidFieldsIsRefusedWithTheirLimits() throws Exception {
    Answer wrong = call("{\"showId\":7,\"buyers\":10001,\"colour\":\"blue\"}");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.wrongFields()).containsExactlyInAnyOrder("showId", "buyers", "colour");
    assertThat(wrong.json().toString()).contains("1..10000");

    assertThat(call("{}").wrongFields()).containsExactlyInAnyOrder("showId", "buyers");
    for (String buyers : new String[] {"0", "-1", "1.5", "\"5\"", "null"}) {
      assertThat(call("{\"showId\":\"1\",\"buyers\":%s}".formatted(buyers)).wrongFields())
          .as(buyers)
          .containsExactly("buyers");
    }
    for (String show : new String[] {"999999", "no-such", "../1"}) {
      assertThat(call("{\"showId\":\"%s\",\"buyers\":1}".formatted(show)).status())
          .as(show)
          .isEqualTo(404);
    }
    assertThat(sale.crowd().status().state()).isNotEqualTo("running");
  }

  @Test
  void onlyOperatorsCallCrowds() throws Exception {
    assertThat(sale.get(CROWD).status()).isEqualTo(401);
    assertThat(sale.getAs("alice", CROWD).status()).isEqualTo(403);
    assertThat(sale.send(sale.as("alice", Role.BUYER, CROWD).DELETE()).status()).isEqualTo(403);
  }

  private static Answer call(String json) throws Exception {
    return sale.send(
        sale.as("olga", Role.OPERATOR, CROWD)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private static Answer get() throws Exception {
    return sale.send(sale.as("olga", Role.OPERATOR, CROWD));
  }

  private static int dismiss() throws Exception {
    return sale.send(sale.as("olga", Role.OPERATOR, CROWD).DELETE()).status();
  }
}
