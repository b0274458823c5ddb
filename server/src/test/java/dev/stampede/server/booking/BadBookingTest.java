package dev.stampede.server.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sends bad requests to the bookings and checks how each is refused. */
final class BadBookingTest {

  private static final String NO_ID = "019a0000-0000-7000-8000-000000000000";

  private static SaleServer sale;
  private static String show;
  private static String hold;

  @BeforeAll
  static void start() throws Exception {
    sale = SaleServer.start();
    show = sale.show("");
    sale.fund("alice", 1_000);
    hold = sale.hold("alice", show, "{\"seats\":[\"A-1-1\"]}").text("id");
  }

  /** Nothing of all this has paid the hold or moved a point. */
  @AfterAll
  static void stop() throws Exception {
    assertThat(sale.getAs("alice", "/api/v1/holds/" + hold).status()).isEqualTo(200);
    assertThat(sale.balance("alice")).isEqualTo(1_000);
    sale.close();
  }

  private static Answer shop(String json) throws Exception {
    return sale.send(sale.booking("till", Role.SHOP, json.replace("$HOLD", hold)));
  }

  private static Answer alice(String json) throws Exception {
    return sale.book("alice", json.replace("$HOLD", hold).replace("$SHOW", show));
  }

  @Test
  void everyWrongMixtureIsNamed() throws Exception {
    Map<String, String> wrong =
        Map.ofEntries(
            Map.entry("{}", "holdId"),
            Map.entry("{\"holdId\":null}", "holdId"),
            Map.entry("{\"holdId\":\"$HOLD\",\"showId\":\"$SHOW\"}", "showId"),
            Map.entry("{\"holdId\":\"$HOLD\",\"seats\":[\"A-1-1\"]}", "seats"),
            Map.entry("{\"holdId\":\"$HOLD\",\"best\":{\"quantity\":1}}", "best"),
            Map.entry("{\"seats\":[\"A-1-1\"]}", "showId"),
            Map.entry("{\"best\":{\"quantity\":1}}", "showId"),
            Map.entry("{\"showId\":\"$SHOW\"}", "seats"),
            Map.entry(
                "{\"showId\":\"$SHOW\",\"seats\":[\"A-2-1\"],\"best\":{\"quantity\":1}}", "seats"),
            Map.entry("{\"showId\":\"$SHOW\",\"seats\":[]}", "seats"),
            Map.entry("{\"showId\":\"$SHOW\",\"seats\":[\"A-2-1\",\"A-2-1\"]}", "seats"),
            Map.entry("{\"showId\":\"$SHOW\",\"best\":{\"quantity\":0}}", "best.quantity"),
            Map.entry("{\"showId\":7,\"seats\":[\"A-2-1\"]}", "showId"),
            Map.entry("{\"holdId\":7}", "holdId"),
            Map.entry("{\"holdId\":\"\"}", "holdId"),
            Map.entry("{\"holdId\":\"\\u0000\"}", "holdId"),
            Map.entry("{\"holdId\":\"" + "x".repeat(65) + "\"}", "holdId"),
            Map.entry("{\"holdId\":\"$HOLD\",\"colour\":\"red\"}", "colour"),
            Map.entry("[]", ""));
    for (var each : wrong.entrySet()) {
      Answer refused = alice(each.getKey());
      assertThat(refused.status()).as(each.getKey()).isEqualTo(422);
      assertThat(refused.slug()).isEqualTo("invalid-field");
      assertThat(refused.wrongFields()).as(each.getKey()).contains(each.getValue());
      assertThat(refused.text("detail"))
          .as(each.getKey())
          .containsAnyOf("give", "known fields are", "name each");
    }
  }

  @Test
  void everyWrongPaymentIsNamed() throws Exception {
    Map<String, String> wrong =
        Map.of(
            "\"cash\"",
            "payment",
            "[]",
            "payment",
            "{}",
            "payment.provider",
            "{\"provider\":\"till\"}",
            "payment.reference",
            "{\"provider\":\"\",\"reference\":\"r\"}",
            "payment.provider",
            "{\"provider\":\"" + "p".repeat(65) + "\",\"reference\":\"r\"}",
            "payment.provider",
            "{\"provider\":\"till\",\"reference\":\"" + "r".repeat(256) + "\"}",
            "payment.reference",
            "{\"provider\":\"till\",\"reference\":\"a\\nb\"}",
            "payment.reference",
            "{\"provider\":\"till\",\"reference\":7}",
            "payment.reference",
            "{\"provider\":\"till\",\"reference\":\"r\",\"amount\":5}",
            "payment.amount");
    for (var each : wrong.entrySet()) {
      Answer refused = shop("{\"holdId\":\"$HOLD\",\"payment\":%s}".formatted(each.getKey()));
      assertThat(refused.status()).as(each.getKey()).isEqualTo(422);
      assertThat(refused.wrongFields()).as(each.getKey()).contains(each.getValue());
    }
    String payment = "\"payment\":{\"provider\":\"till\",\"reference\":\"r\"}";
    assertThat(shop("{" + payment + "}").wrongFields()).contains("payment", "holdId");
  }

  @Test
  void outsideIsForShopsAndPointsAreForBuyers() throws Exception {
    String payment = "\"payment\":{\"provider\":\"till\",\"reference\":\"r\"}";
    Answer buyer = alice("{\"holdId\":\"$HOLD\"," + payment + "}");
    assertThat(buyer.status()).isEqualTo(403);
    assertThat(buyer.slug()).isEqualTo("forbidden");
    assertThat(buyer.text("detail")).contains("role shop", "leave it out to pay with points");

    Answer shop = shop("{\"holdId\":\"$HOLD\"}");
    assertThat(shop.status()).isEqualTo(422);
    assertThat(shop.wrongFields()).containsExactly("payment");
    assertThat(shop.text("detail")).contains("give provider and reference");
    Answer oneStep = shop("{\"showId\":\"%s\",\"seats\":[\"A-2-2\"]}".formatted(show));
    assertThat(oneStep.status()).isEqualTo(403);
    assertThat(oneStep.text("detail")).contains("give holdId and payment");

    for (String path : List.of("/api/v1/bookings", "/api/v1/bookings/" + NO_ID)) {
      assertThat(sale.send(sale.as("till", Role.SHOP, path)).status()).isEqualTo(403);
      assertThat(sale.get(path).status()).isEqualTo(401);
    }
    assertThat(sale.send(sale.booking("olga", Role.OPERATOR, "{}")).status()).isEqualTo(403);
  }

  @Test
  void missingIdsAndThoseOfAnotherBuyerAreNotFound() throws Exception {
    String bobs = sale.hold("bob", show, "{\"seats\":[\"A-9-9\"]}").text("id");
    sale.fund("bob", 1_000);
    for (String id : List.of(bobs, NO_ID, "x", "0", "A".repeat(36))) {
      Answer refused = sale.pay("alice", id);
      assertThat(refused.status()).as(id).isEqualTo(404);
      assertThat(refused.slug()).isEqualTo("not-found");
    }
    String payment = "\"payment\":{\"provider\":\"till\",\"reference\":\"r\"}";
    assertThat(shop("{\"holdId\":\"%s\",%s}".formatted(NO_ID, payment)).status()).isEqualTo(404);
    for (String id : List.of("999999999", "x", "-1", "9".repeat(40))) {
      Answer refused = alice("{\"showId\":\"%s\",\"seats\":[\"A-1-1\"]}".formatted(id));
      assertThat(refused.status()).as(id).isEqualTo(404);
    }
    String booking = sale.pay("bob", bobs).text("id");
    for (String id : List.of(booking, NO_ID, "x", "0", "%00", "A".repeat(36))) {
      String path = "/api/v1/bookings/" + id;
      assertThat(sale.getAs("alice", path).status()).as(id).isEqualTo(404);
      assertThat(sale.send(sale.cancelling("alice", Role.BUYER, id)).status()).isEqualTo(404);
    }
    assertThat(sale.getAs("bob", "/api/v1/bookings/" + booking).text("state"))
        .isEqualTo("confirmed");
    assertThat(sale.send(sale.cancelling("olga", Role.OPERATOR, NO_ID)).status()).isEqualTo(404);
  }

  @Test
  void aBodyThatCannotBeParsedIsMalformed() throws Exception {
    for (String body : List.of("", "{", "{\"holdId\":\"$HOLD\"} {}", "{\"a\":1,\"a\":1}")) {
      Answer refused = alice(body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.slug()).isEqualTo("malformed-request");
    }
    for (String key : List.of("", "k".repeat(256), "a\tb")) {
      assertThat(sale.book("alice", "{\"holdId\":\"%s\"}".formatted(hold), key).status())
          .isEqualTo(400);
    }
  }
}
