package dev.stampede.server.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ConsumerRoutesTest {

  private static final String CONSUMERS = "/api/v1/consumers";
  private static final String PARKED = CONSUMERS + "/statistics/parked";

  private static SaleServer sale;
  private static String show;

  @BeforeAll
  static void start() throws Exception {
    sale = SaleServer.start();
    show = sale.show("");
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  private static HttpRequest.Builder operator(String path) {
    return sale.as("olga", Role.OPERATOR, path);
  }

  private static Answer post(String id, String step) throws Exception {
    return sale.send(operator(PARKED + "/" + id + "/" + step).POST(BodyPublishers.noBody()));
  }

  /** One message of a booking's key; the first makes it a parked key. */
  private static void park(String booking, int position, String reason, String value) {
    String key = show + "/" + booking;
    sale.run(
        """
        INSERT INTO inbox (consumer, topic, key, parked) VALUES ('statistics', 'told', '%s', true)
        ON CONFLICT DO NOTHING"""
            .formatted(key));
    sale.run(
        """
        INSERT INTO parked_message
          (consumer, topic, key, partition, position, sent_at, version, reason, failure, value)
        VALUES ('statistics', 'told', '%s', 0, %d, now(), %s, '%s', 'no luck', '%s')"""
            .formatted(
                key, position, value.startsWith("{") ? position % 10 : "NULL", reason, value));
  }

  private static String cancelled(int version) {
    return """
    {"type":"booking.cancelled","version":%d,"at":"2030-01-01T00:00:00Z","booking":{"showId":"%s"}}"""
        .formatted(version, show);
  }

  private static JsonNode parked(String booking) throws Exception {
    return sale.send(operator(PARKED + "?limit=100"))
        .json()
        .path("items")
        .valueStream()
        .filter(item -> item.path("key").asString().equals(show + "/" + booking))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void operatorsSeeEveryConsumerAndItsParkedKeysPageByPage() throws Exception {
    park("A-1-1", 11, "undecodable", "moth");
    park("A-1-1", 12, "behind", cancelled(2));
    park("A-1-2", 21, "undecodable", "moth");

    JsonNode consumer = sale.send(operator(CONSUMERS)).json().path("items").get(0);
    assertThat(consumer.propertyNames())
        .containsExactlyInAnyOrder("name", "parkedKeys", "parkedMessages", "ageSeconds");
    assertThat(consumer.path("name").asString()).isEqualTo("statistics");
    assertThat(consumer.path("parkedKeys").asInt()).isGreaterThanOrEqualTo(2);
    Eventually.within(Duration.ofSeconds(60))
        .until(
            "it has handled all there was, and tells when",
            () -> sale.send(operator(CONSUMERS)).json().path("items").get(0).path("ageSeconds"),
            JsonNode::isNumber);
    JsonNode key = parked("A-1-1");
    assertThat(key.path("reason").asString()).isEqualTo("undecodable");
    assertThat(key.path("failure").asString()).isEqualTo("no luck");
    assertThat(key.path("value").asString()).isEqualTo("moth");
    assertThat(key.path("messages").asInt()).isEqualTo(2);
    assertThat(key.path("version").isNull()).isTrue();
    JsonNode first = sale.send(operator(PARKED + "?limit=1")).json();
    String cursor = first.path("nextCursor").asString();
    assertThat(sale.send(operator(PARKED + "?cursor=" + cursor)).json().path("items").size())
        .isPositive();
    assertThat(sale.send(operator(PARKED + "?cursor=x")).status()).isEqualTo(422);
    assertThat(sale.send(operator(CONSUMERS + "/nobody/parked")).status()).isEqualTo(404);
  }

  @Test
  void aMessageThatCannotBeHandledStillIsToldWhyAndDroppedTheRestFollows() throws Exception {
    park("A-2-1", 31, "undecodable", "moth");
    park("A-2-1", 32, "behind", cancelled(2));
    String id = parked("A-2-1").path("id").asString();

    Answer refused = post(id, "retry");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.slug()).isEqualTo("still-parked");
    assertThat(refused.json().path("handled").asInt()).isZero();

    Answer dropped = post(id, "drop");
    assertThat(dropped.status()).isEqualTo(200);
    assertThat(dropped.json().path("handled").asInt()).isEqualTo(1);
    assertThat(post(id, "drop").status()).isEqualTo(404);
    JsonNode told = sale.getAsOperator("/api/v1/shows/" + show + "/sale").json().path("told");
    assertThat(told.at("/bookings/cancelled").asInt()).isPositive();
  }

  @Test
  void anOperatorCanSkipAGapAndDropAParkedKey() throws Exception {
    park("A-3-1", 43, "gap", cancelled(3));
    park("A-3-2", 53, "gap", cancelled(3));
    sale.run("UPDATE inbox SET version = 1 WHERE key LIKE '%/A-3-%'");
    String skipped = parked("A-3-1").path("id").asString();
    String dropped = parked("A-3-2").path("id").asString();

    assertThat(post(skipped, "retry").slug()).isEqualTo("still-parked");
    assertThat(post(skipped, "skip").json().path("handled").asInt()).isEqualTo(1);
    assertThat(sale.send(operator(PARKED + "/" + dropped).DELETE()).status()).isEqualTo(204);
    assertThat(sale.send(operator(PARKED + "/" + dropped).DELETE()).status()).isEqualTo(404);
    assertThat(post("x", "retry").status()).isEqualTo(404);
  }

  @Test
  void nobodyElseMayLook() throws Exception {
    for (Role role : new Role[] {Role.BUYER, Role.SHOP}) {
      assertThat(sale.send(sale.as("bob", role, CONSUMERS)).status()).isEqualTo(403);
      assertThat(sale.send(sale.as("bob", role, PARKED)).status()).isEqualTo(403);
      assertThat(sale.send(sale.as("bob", role, PARKED + "/1").DELETE()).status()).isEqualTo(403);
    }
  }
}
