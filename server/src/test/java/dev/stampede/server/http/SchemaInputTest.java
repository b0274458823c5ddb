package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Bodies as JSON Schema reads them: lengths count code points, 1e2 is an integer, and a text that
 * shows nothing, or something else than it says, is none.
 */
final class SchemaInputTest {

  /** One character to people and to JSON Schema, two to Java. */
  private static final String MASK = "🎭";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  private static Answer named(String name) throws Exception {
    return sale.create(
        """
        {"name":"%s","startsAt":"2040-01-31T19:30:00Z","sections":[{"name":"A","price":5,"capacity":9}]}
        """
            .formatted(name));
  }

  private static Answer priced(String price) throws Exception {
    return sale.create(
        """
        {"name":"x","startsAt":"2040-01-31T19:30:00Z","maxSeatsPerHold":8.0,
         "sections":[{"name":"A","price":%s,"rows":1e1,"seatsPerRow":0.5e1}]}
        """
            .formatted(price));
  }

  @Test
  void aNameIsAsLongAsItsCharacters() throws Exception {
    Answer longest = named(MASK.repeat(200));
    assertThat(longest.status()).as(longest.toString()).isEqualTo(201);
    assertThat(longest.text("name")).isEqualTo(MASK.repeat(200));

    Answer longer = named(MASK.repeat(201));
    assertThat(longer.status()).isEqualTo(422);
    assertThat(longer.text("detail"))
        .isEqualTo("name has 201 characters; give a text of 1..200 printable characters");
  }

  @Test
  void aNameThatShowsNothingIsRefused() throws Exception {
    for (String nothing :
        List.of(
            "\\u200b",
            "\\u200b\\u200c\\u200d",
            "\\u2060\\ufeff",
            "\\u00a0",
            "\\u00ad",
            "\\u3164",
            "\\u115f\\u1160",
            "\\ufe0f",
            "\\u2800",
            "\\u034f",
            "\\udb40\\udd00")) {
      Answer refused = named(nothing);
      assertThat(refused.status()).as(nothing).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("name");
      assertThat(refused.text("detail"))
          .isEqualTo("name has no visible character; give a text of 1..200 printable characters");
    }
  }

  @Test
  void aNameThatTurnsTheTextAroundItIsRefused() throws Exception {
    for (int control : "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069".chars().toArray()) {
      Answer refused = named("ab\\u%04xcd".formatted(control));
      assertThat(refused.status()).as("U+%04X", control).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("name");
      assertThat(refused.text("detail"))
          .isEqualTo(
              "name has U+%04X as character 3; give a text of 1..200 printable characters"
                  .formatted(control));
    }
  }

  @Test
  void namesOfEveryScriptAreTaken() throws Exception {
    for (String name :
        List.of("👩‍👩‍👧‍👦", "می‌خواهم", "תיאטרון", "مسرح", "歌舞伎", "क्‍ष", "e\u0301", "❤️")) {
      Answer made = named(name);
      assertThat(made.status()).as(name + " " + made).isEqualTo(201);
      assertThat(made.text("name")).isEqualTo(name);
    }
  }

  @Test
  void aDetailIsNotCutInsideACharacter() throws Exception {
    for (String pad : List.of("", "a")) {
      Answer refused = priced("\"" + pad + MASK.repeat(60) + "\"");
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.text("detail")).contains(MASK + "…").doesNotContain("?", "\ufffd");
      assertThat(refused.text("detail").codePoints())
          .noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }
    Answer shown = priced("\"a\\u202eb\"");
    assertThat(shown.text("detail")).contains("a\\u202Eb").doesNotContain("\u202e");

    String show = sale.show("");
    Answer unknown = sale.hold("ann", show, "{\"seats\":[\"A%s\"]}".formatted(MASK.repeat(40)));
    assertThat(unknown.texts("unknown")).containsExactly("A" + MASK.repeat(25) + "…");
  }

  @Test
  void anIntegerMayBeWrittenWithAPointOrAnExponent() throws Exception {
    for (String price : List.of("100", "100.0", "1e2", "1E+2", "1000e-1", "100.000000e0")) {
      Answer made = priced(price);
      assertThat(made.status()).as(price + " " + made).isEqualTo(201);
      assertThat(made.json().path("sections").path(0).path("price").toString()).isEqualTo("100");
      assertThat(made.json().path("sections").path(0).path("rows").toString()).isEqualTo("10");
    }
    assertThat(priced("9007199254740991.0").status()).isEqualTo(201);
    assertThat(priced("9.007199254740991e15").status()).isEqualTo(201);
  }

  /** Written out, some of these numbers have a billion digits. */
  @Test
  void aPriceThatIsNoIntegerInRangeIsRefusedAtOnce() throws Exception {
    long begun = System.nanoTime();
    for (String price :
        List.of(
            "1.5",
            "0.0",
            "0e999999999",
            "-1e2",
            "1e400",
            "1e999999999",
            "1e2147483647",
            "1e-999999999",
            "1e-2147483647",
            "100.00000000000000000000000000000000000000001",
            "9007199254740992.0",
            "9.2233720368547758070e18",
            "1e19",
            "1e20")) {
      Answer refused = priced(price);
      assertThat(refused.status()).as(price).isEqualTo(422);
      assertThat(refused.wrongFields()).as(price).containsExactly("sections[0].price");
      assertThat(refused.text("detail"))
          .contains("give a whole number, 1..9007199254740991")
          .hasSizeLessThan(200);
    }
    for (String price : List.of("1e2147483648", "1e99999999999", "1e-99999999999")) {
      Answer unreadable = priced(price);
      assertThat(unreadable.status()).as(price).isEqualTo(400);
      assertThat(unreadable.text("detail")).contains("exponent");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aBuyersNameAndAPaymentsReferenceAreAsLongAsTheirCharacters() throws Exception {
    String buyer = MASK.repeat(128);
    Answer topped = topUp(buyer, "1.0e1");
    assertThat(topped.status()).as(topped.toString()).isEqualTo(201);
    assertThat(topped.json().path("balance").asInt()).isEqualTo(10);
    assertThat(sale.balance(buyer)).isEqualTo(10);
    assertThat(topUp(MASK.repeat(129), "10").status()).isEqualTo(404);
    assertThat(topUp("\u3164", "10").status()).isEqualTo(404);

    String show = sale.show("");
    String hold = sale.hold(buyer, show, "{\"seats\":[\"A-1-1\"]}").text("id");
    Answer paid = sale.send(payment(hold, MASK.repeat(64), MASK.repeat(255)));
    assertThat(paid.status()).as(paid.toString()).isEqualTo(201);
    Answer longer = sale.send(payment(hold, MASK.repeat(65), MASK.repeat(256)));
    assertThat(longer.status()).isEqualTo(422);
    assertThat(longer.wrongFields()).containsExactly("payment.provider", "payment.reference");
  }

  private static Answer topUp(String buyer, String amount) throws Exception {
    String path = URLEncoder.encode(buyer, StandardCharsets.UTF_8);
    return sale.send(
        SaleClient.json(
                sale.as("operator", Role.OPERATOR, "/api/v1/wallets/" + path + "/top-ups"),
                "POST",
                "{\"amount\":%s}".formatted(amount))
            .header("Idempotency-Key", "schema"));
  }

  private static java.net.http.HttpRequest.Builder payment(
      String hold, String provider, String reference) {
    return sale.booking(
        "shop",
        Role.SHOP,
        "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"%s\",\"reference\":\"%s\"}}"
            .formatted(hold, provider, reference));
  }
}
