package dev.stampede.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class JobRoutesTest {

  private static final String JOBS = "/api/v1/jobs";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
    for (int id = 101; id <= 104; id++) {
      sale.run(
          """
          INSERT INTO job_dead (id, died_at, enqueued_at, attempt, failures, losses, kind, unique_key,
            payload, failure)
          VALUES (%d, job_now(), job_now(), 12, 10, 2, 'note', 'key-%d', 'what', 'no luck')"""
              .formatted(id, id));
    }
    sale.run(
        """
        INSERT INTO job (due_at, enqueued_at, kind, payload, unique_key)
        VALUES (job_now() - interval '1 minute', job_now(), 'note', '', 'key-104')""");
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  private static HttpRequest.Builder operator(String path) {
    return sale.as("olga", Role.OPERATOR, path);
  }

  private static HttpRequest.Builder retry(String id) {
    return operator(JOBS + "/" + id + "/retry").POST(BodyPublishers.noBody());
  }

  @Test
  void operatorsSeeTheFiguresAndTheDeadLettersPageByPage() throws Exception {
    JsonNode first = sale.send(operator(JOBS + "?limit=1")).json();

    assertThat(first.path("figures").propertyNames())
        .containsExactlyInAnyOrder("due", "scheduled", "claimed", "dead", "workers", "lagSeconds");
    assertThat(first.path("figures").path("lagSeconds").asDouble()).isGreaterThanOrEqualTo(60);
    JsonNode letter = first.path("items").get(0);
    assertThat(letter.path("id").asString()).isEqualTo("104");
    assertThat(letter.path("failure").asString()).isEqualTo("no luck");
    assertThat(letter.path("failures").asInt()).isEqualTo(10);
    String cursor = first.path("nextCursor").asString();
    assertThat(sale.send(operator(JOBS + "?cursor=" + cursor)).json().path("items").size())
        .isGreaterThanOrEqualTo(1);
    assertThat(sale.send(operator(JOBS + "?cursor=x")).status()).isEqualTo(422);
  }

  @Test
  void aDeadJobIsRetriedOnceAndNotBesideOneWithItsKey() throws Exception {
    assertThat(sale.send(retry("102")).status()).isEqualTo(204);
    assertThat(sale.send(retry("102")).status()).isEqualTo(404);
    Answer taken = sale.send(retry("104"));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.slug()).isEqualTo("job-waiting");
    assertThat(sale.send(retry("x")).status()).isEqualTo(404);
  }

  @Test
  void aDeadJobCanBeDropped() throws Exception {
    assertThat(sale.send(operator(JOBS + "/103").DELETE()).status()).isEqualTo(204);
    assertThat(sale.send(operator(JOBS + "/103").DELETE()).status()).isEqualTo(404);
  }

  @Test
  void nobodyElseMayLook() throws Exception {
    for (Role role : new Role[] {Role.BUYER, Role.SHOP}) {
      assertThat(sale.send(sale.as("bob", role, JOBS)).status()).isEqualTo(403);
      assertThat(sale.send(sale.as("bob", role, JOBS + "/101").DELETE()).status()).isEqualTo(403);
    }
  }
}
