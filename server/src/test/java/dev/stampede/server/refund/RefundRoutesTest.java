package dev.stampede.server.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.ConcurrentCalls;
import dev.stampede.server.SaleClient;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Money captured outside that bought nothing: listed until the shop says that it went back. */
final class RefundRoutesTest {

  private static final String REFUNDS = "/api/v1/refunds";

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void aLatePaymentThatIsRefusedIsListedUntilItIsPaidBack() throws Exception {
    String show = sale.show("\"holdSeconds\":60");
    String hold = sale.hold("anna", show, "{\"seats\":[\"A-1-1\",\"A-1-2\"]}").text("id");
    sale.clock().advance(Duration.ofSeconds(61));
    String rival;
    try {
      rival = sale.holdSoon("rosa", show, "{\"seats\":[\"A-1-2\"]}").text("id");
      Answer refused = paidOutside(hold, "late-1");
      assertThat(refused.status()).isEqualTo(410);
      assertThat(refused.slug()).isEqualTo("hold-expired");
      assertThat(refused.text("detail")).contains("GET /api/v1/refunds");
      assertThat(paidOutside(hold, "late-1").status()).as("again").isEqualTo(410);
      assertThat(sale.release("rosa", rival).status()).isEqualTo(204);
      Answer later = paidOutside(hold, "late-1");
      assertThat(later.status()).as("the seats are free again").isEqualTo(409);
      assertThat(later.slug()).isEqualTo("reference-used");
      assertThat(paidOutside(hold, "late-2").status()).isEqualTo(201);
    } finally {
      sale.clock().reset();
    }

    List<JsonNode> due = listed("due", "late-1");
    assertThat(due).hasSize(1);
    JsonNode refund = due.getFirst();
    assertThat(refund.propertyNames())
        .containsExactlyInAnyOrder(
            "id", "buyer", "holdId", "provider", "reference", "amount", "reason", "state", "at");
    assertThat(refund.get("buyer").asString()).isEqualTo("anna");
    assertThat(refund.get("holdId").asString()).isEqualTo(hold);
    assertThat(refund.get("provider").asString()).isEqualTo("till");
    assertThat(refund.get("amount").asLong()).isEqualTo(240);
    assertThat(refund.get("reason").asString()).isEqualTo("hold-expired");
    assertThat(refund.get("state").asString()).isEqualTo("due");
    assertThat(listed("due", "late-2")).isEmpty();

    Answer paid = paid(refund, "back-1");
    assertThat(paid.status()).isEqualTo(200);
    assertThat(paid.text("state")).isEqualTo("paid");
    assertThat(paid.text("paidReference")).isEqualTo("back-1");
    assertThat(paid(refund, "back-1").json()).as("again").isEqualTo(paid.json());
    Answer other = paid(refund, "back-2");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.slug()).isEqualTo("reference-used");
    assertThat(other.text("paidReference")).isEqualTo("back-1");
    assertThat(listed("due", "late-1")).isEmpty();
    assertThat(listed("paid", "late-1")).containsExactly(paid.json());
    assertThat(paidOutside(hold, "late-1").status()).isEqualTo(200);
    assertThat(listed("due", "late-1")).as("refused once more after it went back").isEmpty();
  }

  @Test
  void aCancelledBookingAndASecondPaymentAreListed() throws Exception {
    String show = sale.show("");
    String hold = sale.hold("ben", show, "{\"seats\":[\"A-2-1\"]}").text("id");
    String booking = paidOutside(hold, "one").text("id");
    assertThat(paidOutside(hold, "two").text("id")).isEqualTo(booking);
    assertThat(listed("due", "one")).isEmpty();
    assertThat(listed("due", "two"))
        .singleElement()
        .satisfies(
            due -> {
              assertThat(due.get("reason").asString()).isEqualTo("hold-already-paid");
              assertThat(due.has("bookingId")).isFalse();
            });

    assertThat(sale.send(sale.cancelling("olga", Role.OPERATOR, booking)).status()).isEqualTo(200);

    assertThat(listed("due", "one"))
        .singleElement()
        .satisfies(
            due -> {
              assertThat(due.get("reason").asString()).isEqualTo("booking-cancelled");
              assertThat(due.get("bookingId").asString()).isEqualTo(booking);
              assertThat(due.get("amount").asLong()).isEqualTo(120);
            });
  }

  @Test
  void aPaymentForAHoldThatNeverWasIsNotListed() throws Exception {
    assertThat(paidOutside(UUID.randomUUID().toString(), "nowhere").status()).isEqualTo(404);
    assertThat(listed("due", "nowhere")).isEmpty();
  }

  @Test
  void theListGoesOnWhereItStopped() throws Exception {
    String hold = released("cleo", "A-3-1");
    for (int i = 0; i < 3; i++) {
      assertThat(paidOutside(hold, "page-" + i).status()).isEqualTo(410);
    }

    Answer first = sale.getAsOperator(REFUNDS + "?state=due&limit=2");
    assertThat(first.json().get("items").valueStream().map(RefundRoutesTest::reference))
        .containsExactly("page-2", "page-1");
    Answer second =
        sale.getAsOperator(REFUNDS + "?state=due&limit=2&cursor=" + first.text("nextCursor"));
    assertThat(reference(second.json().get("items").get(0))).isEqualTo("page-0");
  }

  @Test
  void buyersMayNotSeeOrSettleRefunds() throws Exception {
    assertThat(sale.get(REFUNDS).status()).isEqualTo(401);
    assertThat(sale.getAs("dora", REFUNDS).status()).isEqualTo(403);
    String path = REFUNDS + "/" + UUID.randomUUID() + "/paid";
    String body = "{\"reference\":\"x\"}";
    assertThat(sale.send(SaleClient.json(sale.as("dora", Role.BUYER, path), "POST", body)).status())
        .isEqualTo(403);
    for (Role role : List.of(Role.SHOP, Role.OPERATOR)) {
      assertThat(sale.send(sale.as("eve", role, REFUNDS)).status()).isEqualTo(200);
      assertThat(sale.send(SaleClient.json(sale.as("eve", role, path), "POST", body)).status())
          .isEqualTo(404);
    }
  }

  @Test
  void aWrongQuestionOrWordIsNamed() throws Exception {
    for (String query : List.of("state=DUE", "limit=0", "limit=101", "cursor=x")) {
      Answer wrong = sale.getAsOperator(REFUNDS + "?" + query);
      assertThat(wrong.status()).as(query).isEqualTo(422);
      assertThat(wrong.wrongFields()).containsExactly(query.substring(0, query.indexOf('=')));
    }
    assertThat(
            sale.getAsOperator(REFUNDS + "?cursor=" + UUID.randomUUID()).json().get("items").size())
        .isZero();

    String hold = released("finn", "A-4-1");
    assertThat(paidOutside(hold, "wrong").status()).isEqualTo(410);
    String id = listed("due", "wrong").getFirst().get("id").asString();
    for (String body :
        List.of(
            "{}",
            "{\"reference\":\"\"}",
            "{\"reference\":\"%s\"}".formatted("x".repeat(256)),
            "{\"reference\":7}")) {
      Answer wrong = settle(id, body);
      assertThat(wrong.status()).as(body).isEqualTo(422);
      assertThat(wrong.wrongFields()).containsExactly("reference");
    }
    assertThat(settle(id, "{\"reference\":\"x\",\"amount\":1}").wrongFields())
        .containsExactly("amount");
    assertThat(settle("not-an-id", "{\"reference\":\"x\"}").status()).isEqualTo(404);
    assertThat(settle(id, "{\"reference\":\"%s\"}".formatted("x".repeat(255))).status())
        .isEqualTo(200);
  }

  @Test
  void ofTwoReferencesAtOnceOneIsKept() throws Exception {
    String hold = released("gina", "A-5-1");
    assertThat(paidOutside(hold, "raced").status()).isEqualTo(410);
    JsonNode due = listed("due", "raced").getFirst();
    List<Callable<Answer>> rush = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String reference = "back-" + i;
      rush.add(() -> paid(due, reference));
    }

    List<Answer> answers = ConcurrentCalls.run(rush);

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(7);
    assertThat(answers.stream().map(answer -> answer.text("paidReference")).distinct()).hasSize(1);
  }

  /** A hold of a show of its own that its buyer has given back. */
  private static String released(String buyer, String seat) throws Exception {
    String hold =
        sale.hold(buyer, sale.show(""), "{\"seats\":[\"%s\"]}".formatted(seat)).text("id");
    assertThat(sale.release(buyer, hold).status()).isEqualTo(204);
    return hold;
  }

  private static Answer paidOutside(String hold, String reference) throws Exception {
    return sale.send(
        sale.booking(
            "shop",
            Role.SHOP,
            "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"till\",\"reference\":\"%s\"}}"
                .formatted(hold, reference)));
  }

  private static Answer paid(JsonNode refund, String reference) throws Exception {
    return settle(refund.get("id").asString(), "{\"reference\":\"%s\"}".formatted(reference));
  }

  private static Answer settle(String id, String json) throws Exception {
    return sale.send(
        SaleClient.json(sale.as("shop", Role.SHOP, REFUNDS + "/" + id + "/paid"), "POST", json));
  }

  private static List<JsonNode> listed(String state, String reference) throws Exception {
    return sale.getAsOperator(REFUNDS + "?limit=100&state=" + state)
        .json()
        .get("items")
        .valueStream()
        .filter(refund -> reference(refund).equals(reference))
        .toList();
  }

  private static String reference(JsonNode refund) {
    return refund.get("reference").asString();
  }
}
