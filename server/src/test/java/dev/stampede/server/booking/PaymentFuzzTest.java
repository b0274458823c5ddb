package dev.stampede.server.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Sends random input to the routes that move points: nothing breaks, nothing of the inside is
 * shown, and no point moves that nobody has. The seeds are fixed.
 */
final class PaymentFuzzTest {

  private static final Pattern INSIDE =
      Pattern.compile("Exception|Error:|\\bat [a-z]+\\.|dev\\.stampede|SQL|java\\.|postgres");

  private static final SaleServer sale = SaleServer.start();

  @AfterContainer
  static void stop() throws Exception {
    assertThat(sale.balance("fuzzy")).isZero();
    assertThat(sale.getAs("fuzzy", "/api/v1/bookings").json().get("items").size()).isZero();
    sale.close();
  }

  @Property(tries = 300, seed = "1", shrinking = ShrinkingMode.OFF)
  void bookingsOfAllKinds(@ForAll("objects") String body, @ForAll boolean shop) throws Exception {
    assertCivil(body, sale.http().send(sale.booking("fuzzy", shop ? Role.SHOP : Role.BUYER, body)));
  }

  @Property(tries = 150, seed = "2", shrinking = ShrinkingMode.OFF)
  void amountsOfAllKinds(@ForAll("badAmounts") String amount) throws Exception {
    assertCivil(amount, sale.http().send(sale.toppingUp("fuzzy", amount, "k")));
  }

  @Property(tries = 100, seed = "3", shrinking = ShrinkingMode.OFF)
  void namesAndIdsOfAllKinds(@ForAll("segments") String segment) throws Exception {
    assertCivil(
        segment, sale.http().send(sale.as("fuzzy", Role.BUYER, "/api/v1/bookings/" + segment)));
    assertCivil(segment, sale.http().send(sale.cancelling("fuzzy", Role.OPERATOR, segment)));
    assertCivil(
        segment,
        sale.http().send(sale.as("fuzzy", Role.BUYER, "/api/v1/wallet/entries?cursor=" + segment)));
  }

  private static void assertCivil(String sent, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as("%s: %s", sent, answer.body()).isLessThan(500);
    assertThat(INSIDE.matcher(answer.body()).find()).as("%s: %s", sent, answer.body()).isFalse();
    if (answer.statusCode() >= 400) {
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }
  }

  @Provide
  Arbitrary<String> objects() {
    Arbitrary<String> name =
        Arbitraries.of("holdId", "showId", "seats", "best", "payment", "provider", "a\\u0000");
    Arbitrary<String> field =
        Combinators.combine(name, values()).as((n, value) -> "\"%s\":%s".formatted(n, value));
    return field
        .list()
        .ofMinSize(0)
        .ofMaxSize(4)
        .map((List<String> fields) -> "{" + String.join(",", fields) + "}");
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "null",
            "true",
            "{}",
            "[]",
            "[null]",
            "[\"A-1-1\"]",
            "\"1\"",
            "\"019a0000-0000-7000-8000-000000000000\"",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "{\"provider\":\"p\",\"reference\":\"r\"}",
            "{\"provider\":\"\\u202e\",\"reference\":\"'; DROP TABLE booking; --\"}",
            "{\"quantity\":1}",
            "{\"quantity\":-9223372036854775808}",
            "1e400"),
        Arbitraries.longs().map(String::valueOf),
        Arbitraries.integers().between(0, 500).map(n -> "\"" + "x".repeat(n) + "\""));
  }

  /** None of them is a whole number of the range. */
  @Provide
  Arbitrary<String> badAmounts() {
    return Arbitraries.oneOf(
        Arbitraries.longs().filter(n -> n < 1 || n > 1_000_000_000).map(String::valueOf),
        Arbitraries.doubles()
            .filter(n -> n != Math.rint(n))
            .map(n -> n + "e0")
            .map(text -> text.replace("E", "1e")),
        Arbitraries.bigIntegers().filter(n -> n.bitLength() > 40).map(String::valueOf),
        Arbitraries.of(
            "null", "[]", "{}", "\"1\"", "1.5", "1e-2", "1e99", "0x10", "+1", "01", "-0", ""));
  }

  @Provide
  Arbitrary<String> segments() {
    return Arbitraries.oneOf(
        Arbitraries.of("%00", "%ff", "%2F", "%20", "0", "-1", "..", "9223372036854775808", "*"),
        Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(80));
  }
}
