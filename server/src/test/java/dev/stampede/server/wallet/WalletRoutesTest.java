package dev.stampede.server.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class WalletRoutesTest {

  private static final String MINE = "/api/v1/wallet/top-ups";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  private static HttpRequest.Builder topUp(Role role, String path, String amount) {
    return SaleServer.json(
        sale.as("giver", role, path), "POST", "{\"amount\":%s}".formatted(amount));
  }

  @Test
  void aWalletIsEmptyUntilItIsToppedUp() throws Exception {
    assertThat(sale.getAs("new", "/api/v1/wallet").json().toString()).isEqualTo("{\"balance\":0}");
    Answer toppedUp = sale.send(sale.toppingUp("new", "500", "k"));

    assertThat(toppedUp.status()).isEqualTo(201);
    assertThat(toppedUp.json().propertyNames()).containsExactlyInAnyOrder("transferId", "balance");
    assertThat(toppedUp.json().get("balance").asLong()).isEqualTo(500);
    assertThat(sale.balance("new")).isEqualTo(500);
  }

  @Test
  void aTopUpIsRepeatedUnderItsKeyAndDoneOnce() throws Exception {
    Answer first = sale.send(sale.toppingUp("rita", "10", "k"));
    assertThat(sale.send(sale.toppingUp("rita", "5", "other")).status()).isEqualTo(201);
    Answer again = sale.send(sale.toppingUp("rita", "10", "k"));

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.json()).isEqualTo(first.json());
    Answer mismatch = sale.send(sale.toppingUp("rita", "11", "k"));
    assertThat(mismatch.status()).isEqualTo(422);
    assertThat(mismatch.slug()).isEqualTo("idempotency-mismatch");
    assertThat(sale.balance("rita")).isEqualTo(15);
    assertThat(sale.send(sale.toppingUp("sven", "11", "k")).status()).isEqualTo(201);
  }

  @Test
  void withoutAKeyThereIsNoTopUp() throws Exception {
    for (HttpRequest.Builder keyless :
        List.of(
            topUp(Role.BUYER, MINE, "10"), topUp(Role.SHOP, "/api/v1/wallets/tom/top-ups", "10"))) {
      Answer refused = sale.send(keyless);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.slug()).isEqualTo("idempotency-key-required");
      assertThat(refused.text("detail")).contains("Idempotency-Key", "1..255");
    }
    assertThat(sale.send(sale.toppingUp("tom", "10", "k".repeat(256))).slug())
        .isEqualTo("malformed-request");
    assertThat(sale.balance("tom")).isZero();
  }

  @Test
  void operatorsAndShopsTopUpAnybodysWallet() throws Exception {
    String path = "/api/v1/wallets/uwe%20%2F%20s%C3%B6hne/top-ups";
    assertThat(sale.send(topUp(Role.SHOP, path, "3").header("Idempotency-Key", "k")).status())
        .isEqualTo(201);
    Answer other = sale.send(topUp(Role.OPERATOR, path, "4").header("Idempotency-Key", "l"));
    assertThat(other.json().get("balance").asLong()).isEqualTo(7);
    assertThat(sale.balance("uwe / söhne")).isEqualTo(7);
    String sameSpelledOtherwise = "/api/v1/wallets/uwe%20%2f%20s%c3%b6hne/top-ups";
    assertThat(
            sale.send(topUp(Role.SHOP, sameSpelledOtherwise, "3").header("Idempotency-Key", "k"))
                .header("Idempotency-Replayed"))
        .isEqualTo("true");

    assertThat(sale.send(topUp(Role.BUYER, path, "3").header("Idempotency-Key", "m")).status())
        .isEqualTo(403);
    assertThat(sale.send(topUp(Role.SHOP, MINE, "3").header("Idempotency-Key", "m")).status())
        .isEqualTo(403);
    for (String nobody : List.of("%00", "%20", "x".repeat(129))) {
      String wallet = "/api/v1/wallets/" + nobody + "/top-ups";
      Answer refused = sale.send(topUp(Role.SHOP, wallet, "3").header("Idempotency-Key", "m"));
      assertThat(refused.status()).as(nobody).isEqualTo(404);
    }
  }

  @Test
  void badAmountsAreNamedWithTheirLimitAndTheFix() throws Exception {
    for (String amount :
        List.of(
            "0",
            "-1",
            "-0",
            "1.5",
            "1e-3",
            "1e10",
            "\"5\"",
            "null",
            "true",
            "[]",
            "{}",
            "1000000001",
            "9007199254740992",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999999999")) {
      Answer refused = sale.send(sale.toppingUp("vera", amount, "k"));
      assertThat(refused.status()).as(amount).isEqualTo(422);
      assertThat(refused.slug()).isEqualTo("invalid-field");
      assertThat(refused.wrongFields()).containsExactly("amount");
      assertThat(refused.text("detail"))
          .contains("amount is", "give a whole number, 1..1000000000");
    }
    for (String body : List.of("{}", "[]", "5", "{\"amount\":5,\"currency\":\"EUR\"}")) {
      Answer refused =
          sale.send(
              SaleServer.json(sale.as("vera", Role.BUYER, MINE), "POST", body)
                  .header("Idempotency-Key", "k"));
      assertThat(refused.status()).as(body).isEqualTo(422);
    }
    for (String amount : List.of("", "01", "NaN", "Infinity", "9".repeat(100), "1e99999999999")) {
      assertThat(sale.send(sale.toppingUp("vera", amount, "k")).slug())
          .as(amount)
          .isEqualTo("malformed-request");
    }
    assertThat(sale.send(sale.toppingUp("vera", "1000000000", "k")).status()).isEqualTo(201);
    assertThat(sale.balance("vera")).isEqualTo(1_000_000_000);
  }

  @Test
  void aStatementTellsWhatWhenForWhichBookingAndWhatWasLeft() throws Exception {
    String show = sale.show("");
    String topUp = sale.fund("walt", 500).text("transferId");
    String booking =
        sale.book("walt", "{\"showId\":\"%s\",\"seats\":[\"A-1-1\"]}".formatted(show)).text("id");
    sale.send(sale.cancelling("walt", Role.BUYER, booking));
    Answer page = sale.getAs("walt", "/api/v1/wallet/entries?limit=2");
    sale.fund("walt", 1);
    Answer rest =
        sale.getAs("walt", "/api/v1/wallet/entries?limit=2&cursor=" + page.text("nextCursor"));

    List<JsonNode> lines = new ArrayList<>();
    page.json().get("items").forEach(lines::add);
    rest.json().get("items").forEach(lines::add);
    assertThat(lines).extracting(line -> line.get("number").asLong()).containsExactly(3L, 2L, 1L);
    assertThat(lines)
        .extracting(line -> line.get("kind").asString())
        .containsExactly("refund", "payment", "top-up");
    assertThat(lines)
        .extracting(line -> line.get("amount").asLong())
        .containsExactly(120L, -120L, 500L);
    assertThat(lines)
        .extracting(line -> line.get("balance").asLong())
        .containsExactly(500L, 380L, 500L);
    assertThat(lines.subList(0, 2))
        .allSatisfy(line -> assertThat(line.get("bookingId").asString()).isEqualTo(booking));
    assertThat(lines.getLast().has("bookingId")).isFalse();
    assertThat(lines.getLast().get("transferId").asString()).isEqualTo(topUp);
    assertThat(lines)
        .extracting(line -> line.get("at").asString())
        .isSortedAccordingTo((a, b) -> b.compareTo(a));
    assertThat(rest.json().has("nextCursor")).isFalse();
    for (String cursor : List.of("0", "-1", "x", "9".repeat(19))) {
      assertThat(sale.getAs("walt", "/api/v1/wallet/entries?cursor=" + cursor).wrongFields())
          .containsExactly("cursor");
    }
    assertThat(sale.getAs("nobody", "/api/v1/wallet/entries").json().get("items").size()).isZero();
  }

  @Test
  void walletsAreForBuyersAlone() throws Exception {
    for (String path : List.of("/api/v1/wallet", "/api/v1/wallet/entries")) {
      assertThat(sale.get(path).status()).isEqualTo(401);
      assertThat(sale.send(sale.as("olga", Role.OPERATOR, path)).status()).isEqualTo(403);
    }
  }

  @Test
  void aFullWalletAndBuyersWhoMayNotFillTheirs() throws Exception {
    try (SaleServer strict =
        SaleServer.with(new WalletSettings(new WalletLimits(100, 150), false))) {
      Answer forbidden = strict.send(strict.toppingUp("xena", "1", "k"));
      assertThat(forbidden.status()).isEqualTo(403);
      assertThat(forbidden.slug()).isEqualTo("forbidden");
      assertThat(forbidden.text("detail")).contains("STAMPEDE_SELF_TOP_UP");

      strict.fund("xena", 100);
      HttpRequest.Builder more =
          SaleServer.json(
                  strict.as("olga", Role.OPERATOR, "/api/v1/wallets/xena/top-ups"),
                  "POST",
                  "{\"amount\":51}")
              .header("Idempotency-Key", "full");
      Answer full = strict.send(more);
      assertThat(full.status()).isEqualTo(422);
      assertThat(full.slug()).isEqualTo("invalid-field");
      assertThat(full.wrongFields()).containsExactly("amount");
      assertThat(full.text("detail"))
          .isEqualTo("amount is 51; the wallet has 100 and its limit is 150, give at most 50");
      String show =
          strict
              .create(
                  """
                  {"name":"Cheap","startsAt":"2030-01-31T19:30:00Z",
                   "sections":[{"name":"A","price":10,"rows":1,"seatsPerRow":1}]}""")
              .text("id");
      String seat = "{\"showId\":\"%s\",\"seats\":[\"A-1-1\"]}".formatted(show);
      assertThat(strict.book("xena", seat).status()).isEqualTo(201);
      assertThat(strict.send(more).status()).isEqualTo(201);
      assertThat(strict.balance("xena")).isEqualTo(141);
    }
  }
}
