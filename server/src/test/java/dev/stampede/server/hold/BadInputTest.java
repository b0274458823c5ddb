package dev.stampede.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each mistake in a claim has its own problem, and nothing has changed after it. */
final class BadInputTest {

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

  @AfterEach
  void nothingHasChanged() throws Exception {
    Answer after = sale.get("/api/v1/shows/" + show);
    assertThat(after.json().get("free").asInt()).isEqualTo(150);
    assertThat(after.json().get("held").asInt()).isZero();
    assertThat(sale.getAs("alice", "/api/v1/holds").json().get("items").size()).isZero();
  }

  private static Answer claim(String json) throws Exception {
    return sale.hold("alice", show, json);
  }

  @Test
  void unknownSeats() throws Exception {
    Answer refused =
        claim("{\"seats\":[\"A-1-1\",\"A-11-1\",\"A-1-11\",\"B-1-1\",\"a-1-1\",\"Lawn-1\"]}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.slug()).isEqualTo("unknown-seat");
    assertThat(refused.texts("unknown"))
        .containsExactly("A-11-1", "A-1-11", "B-1-1", "a-1-1", "Lawn-1");
  }

  @Test
  void malformedSeats() throws Exception {
    for (String label :
        List.of(
            "",
            "-",
            "A",
            "A-1",
            "A-1-",
            "A--1",
            "A-01-1",
            "A-1-1-1",
            "A-1-1 ",
            " A-1-1",
            "A-+1-1",
            "A-1-0",
            "A-١-1",
            "A-99999999999-1",
            "A-1-1\\u0000",
            "A\\n-1-1",
            "\\u001bA-1-1",
            "\\ud800-1-1")) {
      Answer refused = claim("{\"seats\":[\"%s\"]}".formatted(label));
      assertThat(refused.status()).as(label).isEqualTo(422);
      assertThat(refused.slug()).isEqualTo("unknown-seat");
    }
  }

  @Test
  void labelsThatAreVeryLong() throws Exception {
    Answer long60k = claim("{\"seats\":[\"%s\"]}".formatted("A".repeat(60_000)));
    assertThat(long60k.slug()).isEqualTo("unknown-seat");
    assertThat(long60k.texts("unknown").getFirst()).hasSizeLessThan(30);

    Answer megabyte = claim("{\"seats\":[\"%s\"]}".formatted("A".repeat(1_000_000)));
    assertThat(megabyte.status()).isEqualTo(413);
    assertThat(megabyte.slug()).isEqualTo("too-large");
  }

  @Test
  void theSameSeatTwice() throws Exception {
    Answer refused = claim("{\"seats\":[\"A-1-1\",\"A-2-1\",\"A-1-1\"]}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.slug()).isEqualTo("invalid-field");
    assertThat(refused.wrongFields()).containsExactly("seats");
    assertThat(refused.text("detail")).contains("A-1-1 more than once");
  }

  @Test
  void tooManySeats() throws Exception {
    String nine =
        IntStream.rangeClosed(1, 9)
            .mapToObj("\"A-1-%d\""::formatted)
            .collect(Collectors.joining(","));
    Answer refused = claim("{\"seats\":[%s]}".formatted(nine));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("seats");
    assertThat(refused.text("detail")).isEqualTo("seats is a list of 9; give a list of 1..8 texts");
  }

  @Test
  void negativeAndHugeNumbers() throws Exception {
    for (String quantity :
        List.of("0", "-1", "9", "2147483648", "-9223372036854775809", "1e3", "1.5", "\"2\"")) {
      Answer refused = claim("{\"best\":{\"quantity\":%s}}".formatted(quantity));
      assertThat(refused.status()).as(quantity).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("best.quantity");
      assertThat(refused.text("detail")).contains("1..8");
    }
    for (String price : List.of("0", "-5", "9007199254740992", "99999999999999999999999")) {
      Answer refused = claim("{\"best\":{\"quantity\":1,\"maxPrice\":%s}}".formatted(price));
      assertThat(refused.wrongFields()).as(price).containsExactly("best.maxPrice");
    }
  }

  @Test
  void neitherOrBothWaysToChoose() throws Exception {
    for (String body :
        List.of(
            "{}",
            "{\"seats\":null}",
            "{\"seats\":[\"A-1-1\"],\"best\":{\"quantity\":1}}",
            "{\"seats\":[]}",
            "{\"seats\":[1]}",
            "{\"seats\":\"A-1-1\"}",
            "{\"best\":{}}",
            "{\"best\":[]}",
            "{\"best\":{\"quantity\":1,\"section\":\"Z\"}}",
            "{\"best\":{\"quantity\":1,\"section\":\"\\u0000\"}}",
            "{\"best\":{\"quantity\":1,\"row\":1}}",
            "{\"seats\":[\"A-1-1\"],\"colour\":\"red\"}",
            "[]",
            "null")) {
      Answer refused = claim(body);
      assertThat(refused.status()).as(body).isEqualTo(422);
      assertThat(refused.slug()).isEqualTo("invalid-field");
    }
    assertThat(claim("{\"seats\":[\"A-1-1\"").slug()).isEqualTo("malformed-request");
    assertThat(claim("").slug()).isEqualTo("malformed-request");
  }

  @Test
  void aShowThatDoesNotExist() throws Exception {
    for (String id : List.of("999999999", "x", "-1", "%00", "9".repeat(40))) {
      Answer refused = sale.hold("alice", id, "{\"seats\":[\"A-1-1\"]}");
      assertThat(refused.status()).as(id).isEqualTo(404);
      assertThat(refused.slug()).isEqualTo("not-found");
    }
  }

  @Test
  void aShowThatIsPausedClosedOrNotOpenYet() throws Exception {
    String other = sale.show("\"saleOpensAt\":\"2099-01-01T00:00:00Z\"");
    String seat = "{\"seats\":[\"A-1-1\"]}";
    Answer early = sale.hold("alice", other, seat);
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.slug()).isEqualTo("sale-not-open");
    assertThat(early.text("opensAt")).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(sale.hold("alice", other, "{\"best\":{\"quantity\":1}}").slug())
        .isEqualTo("sale-not-open");

    sale.patch(other, "{\"saleOpensAt\":\"2020-01-01T00:00:00Z\",\"paused\":true}");
    assertThat(sale.hold("alice", other, seat).slug()).isEqualTo("sale-paused");
    sale.patch(other, "{\"closed\":true}");
    assertThat(sale.hold("alice", other, seat).slug()).isEqualTo("sale-closed");
    sale.awaitSeats(other, "held", 0);

    sale.patch(other, "{\"closed\":false}");
    Answer held = sale.hold("alice", other, seat);
    assertThat(held.status()).isEqualTo(201);
    assertThat(sale.release("alice", held.text("id")).status()).isEqualTo(204);
  }

  @Test
  void anotherBuyersHold() throws Exception {
    Answer bobs = sale.hold("bob", show, "{\"seats\":[\"A-9-9\"]}");
    assertThat(sale.release("alice", bobs.text("id")).slug()).isEqualTo("not-found");
    assertThat(sale.getAs("bob", "/api/v1/holds/" + bobs.text("id")).status()).isEqualTo(200);
    assertThat(sale.release("bob", bobs.text("id")).status()).isEqualTo(204);
  }
}
