package dev.stampede.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.RawHttp;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class HoldRoutesTest {

  private static final String SEATS = "{\"seats\":[\"A-1-2\",\"A-1-1\"]}";

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
  void seatsAreHeldUntilAMoment() throws Exception {
    String show = sale.show("\"holdSeconds\":90");
    Answer held = sale.hold("alice", show, SEATS);

    assertThat(held.status()).isEqualTo(201);
    assertThat(held.header("Location")).isEqualTo("/api/v1/holds/" + held.text("id"));
    assertThat(held.text("showId")).isEqualTo(show);
    assertThat(held.texts("seats")).containsExactly("A-1-1", "A-1-2");
    assertThat(held.json().get("total").asLong()).isEqualTo(240);
    Instant expires = Instant.parse(held.text("expiresAt"));
    assertThat(Duration.between(Instant.parse(held.text("now")), expires))
        .isBetween(Duration.ofSeconds(80), Duration.ofSeconds(91));
    Answer read = sale.getAs("alice", held.header("Location"));
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.text("id")).isEqualTo(held.text("id"));
    assertThat(read.texts("seats")).isEqualTo(held.texts("seats"));
    assertThat(read.text("expiresAt")).isEqualTo(held.text("expiresAt"));
  }

  @Test
  void theSameSeatsAgainAreTheSameHold() throws Exception {
    String show = sale.show("");
    Answer first = sale.hold("alice", show, SEATS);
    Answer again = sale.hold("alice", show, "{\"seats\":[\"A-1-1\",\"A-1-2\"]}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("id")).isEqualTo(first.text("id"));
    assertThat(again.header("Idempotency-Replayed")).isEmpty();
  }

  @Test
  void seatsOfAnotherAreTakenAndNothingIsHeldInPart() throws Exception {
    String show = sale.show("");
    assertThat(sale.hold("alice", show, SEATS).status()).isEqualTo(201);
    Answer refused = sale.hold("bob", show, "{\"seats\":[\"A-1-2\",\"A-1-3\"]}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.slug()).isEqualTo("seat-taken");
    assertThat(refused.texts("taken")).containsExactly("A-1-2");
    assertThat(sale.hold("bob", show, "{\"seats\":[\"A-1-3\"]}").status()).isEqualTo(201);
  }

  @Test
  void aRepeatWithTheSameKeyGetsTheFirstAnswer() throws Exception {
    String show = sale.show("");
    String key = "~ key! ".strip() + "k".repeat(200);
    Answer first = sale.hold("alice", show, SEATS, key);
    Answer again = sale.hold("alice", show, SEATS, key);

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    for (String field : List.of("id", "showId", "seats", "total", "expiresAt")) {
      assertThat(again.json().get(field)).isEqualTo(first.json().get(field));
    }
    assertThat(sale.release("alice", first.text("id")).status()).isEqualTo(204);
    assertThat(sale.hold("bob", show, SEATS).status()).isEqualTo(201);
    assertThat(sale.hold("alice", show, SEATS, key).text("id")).isEqualTo(first.text("id"));
  }

  @Test
  void aKeyBelongsToItsBuyerItsShowAndItsBody() throws Exception {
    String show = sale.show("");
    String other = sale.show("");
    Answer first = sale.hold("alice", show, SEATS, "k");

    Answer mismatch = sale.hold("alice", show, "{\"seats\":[\"A-2-1\"]}", "k");
    assertThat(mismatch.status()).isEqualTo(422);
    assertThat(mismatch.slug()).isEqualTo("idempotency-mismatch");
    assertThat(sale.hold("bob", show, "{\"seats\":[\"A-2-1\"]}", "k").status()).isEqualTo(201);
    Answer elsewhere = sale.hold("alice", other, SEATS, "k");
    assertThat(elsewhere.header("Idempotency-Replayed")).isEmpty();
    assertThat(elsewhere.text("id")).isNotEqualTo(first.text("id"));
  }

  @Test
  void aRefusalIsNotKeptUnderItsKey() throws Exception {
    String show = sale.show("");
    Answer alices = sale.hold("alice", show, SEATS);
    assertThat(sale.hold("bob", show, SEATS, "k").status()).isEqualTo(409);
    assertThat(sale.release("alice", alices.text("id")).status()).isEqualTo(204);
    Answer anew = sale.hold("bob", show, SEATS, "k");

    assertThat(anew.status()).isEqualTo(201);
    assertThat(anew.header("Idempotency-Replayed")).isEmpty();
  }

  @Test
  void aKeyIsPrintableAndNotTooLongAndThereOnce() throws Exception {
    String show = sale.show("");
    for (String key : List.of("", "k".repeat(256), "a\tb")) {
      Answer refused = sale.hold("alice", show, SEATS, key);
      assertThat(refused.status()).as(key).isEqualTo(400);
      assertThat(refused.slug()).isEqualTo("malformed-request");
    }
    Answer twice =
        sale.send(
            sale.holding("alice", show, SEATS)
                .header("Idempotency-Key", "a")
                .header("Idempotency-Key", "b"));
    assertThat(twice.status()).isEqualTo(400);
    // No client library would send it.
    String foreign =
        RawHttp.head(
            "POST /api/v1/shows/" + show + "/holds",
            "Authorization: Bearer " + sale.http().token("alice", Role.BUYER),
            "Content-Type: application/json",
            "Idempotency-Key: cl\u00e9",
            "Content-Length: " + SEATS.length());
    assertThat(RawHttp.exchange(sale.http(), foreign + SEATS).status()).isEqualTo(400);
    assertThat(sale.hold("alice", show, SEATS, "k".repeat(255)).status()).isEqualTo(201);
  }

  @Test
  void theBestSeatsAreChosenForTheBuyer() throws Exception {
    String show = sale.show("");
    Answer pair = sale.hold("alice", show, "{\"best\":{\"quantity\":2}}");
    assertThat(pair.status()).isEqualTo(201);
    assertThat(pair.texts("seats")).hasSize(2);

    Answer lawn = sale.hold("bob", show, "{\"best\":{\"quantity\":3,\"section\":\"Lawn\"}}");
    assertThat(lawn.texts("seats")).hasSize(3).allMatch(seat -> seat.startsWith("Lawn-"));
    assertThat(lawn.json().get("total").asLong()).isEqualTo(120);
    Answer cheap = sale.hold("carol", show, "{\"best\":{\"quantity\":1,\"maxPrice\":100}}");
    assertThat(cheap.texts("seats")).allMatch(seat -> seat.startsWith("Lawn-"));
    Answer none = sale.hold("dave", show, "{\"best\":{\"quantity\":1,\"maxPrice\":39}}");
    assertThat(none.status()).isEqualTo(409);
    assertThat(none.slug()).isEqualTo("not-available");
  }

  @Test
  void aBuyerHasNoMoreThanTheShowAllows() throws Exception {
    String show = sale.show("\"maxSeatsPerBuyer\":2");
    assertThat(sale.hold("alice", show, SEATS).status()).isEqualTo(201);
    Answer refused = sale.hold("alice", show, "{\"seats\":[\"A-5-5\"]}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.slug()).isEqualTo("buyer-limit");
    assertThat(refused.text("detail")).contains("may have 2", "you have 2", "asked for 1");
  }

  @Test
  void myLiveHoldsAreListedOldestFirstPageByPage() throws Exception {
    String show = sale.show("");
    List<String> made = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      made.add(sale.hold("lister", show, "{\"seats\":[\"A-%d-1\"]}".formatted(i)).text("id"));
    }
    assertThat(sale.release("lister", made.remove(1)).status()).isEqualTo(204);
    List<String> listed = new ArrayList<>();
    Answer page = sale.getAs("lister", "/api/v1/holds?limit=3");
    page.json().get("items").forEach(hold -> listed.add(hold.get("id").asString()));
    assertThat(listed).hasSize(3);
    page = sale.getAs("lister", "/api/v1/holds?limit=3&cursor=" + page.text("nextCursor"));
    page.json().get("items").forEach(hold -> listed.add(hold.get("id").asString()));

    assertThat(listed).containsExactlyInAnyOrderElementsOf(made);
    assertThat(page.json().has("nextCursor")).isFalse();
    assertThat(page.json().get("items").get(0).has("now")).isTrue();
    assertThat(sale.getAs("nobody", "/api/v1/holds").json().get("items").size()).isZero();
    assertThat(sale.getAs("lister", "/api/v1/holds?cursor=x").wrongFields())
        .containsExactly("cursor");
  }

  @Test
  void aTotalIsNeverMoreThanAnAmountCanBe() throws Exception {
    Answer created =
        sale.create(
            """
            {"name":"n","startsAt":"2030-01-31T19:30:00Z",
             "sections":[{"name":"A","price":9007199254740991,"rows":1,"seatsPerRow":4}]}""");
    String show = created.text("id");

    Answer two = sale.hold("croesus", show, "{\"seats\":[\"A-1-1\",\"A-1-2\"]}");
    Answer one = sale.hold("croesus", show, "{\"best\":{\"quantity\":1}}");

    assertThat(two.status()).isEqualTo(422);
    assertThat(two.wrongFields()).containsExactly("seats");
    assertThat(two.text("detail")).contains("18014398509481982", "9007199254740991");
    assertThat(one.status()).isEqualTo(201);
    assertThat(one.json().get("total").asLong()).isEqualTo(9007199254740991L);
  }

  @Test
  void aListHasNoEndThatItDoesNotSay() throws Exception {
    // Eleven hundred, more than was once read of them at all.
    int count = 1_100;
    Answer created =
        sale.create(
            """
            {"name":"n","startsAt":"2030-01-31T19:30:00Z",
             "sections":[{"name":"A","price":1,"rows":1,"seatsPerRow":%d}]}"""
                .formatted(count));
    String show = created.text("id");
    Set<String> made = ConcurrentHashMap.newKeySet();
    try (ExecutorService pool = Executors.newFixedThreadPool(16)) {
      for (int seat = 1; seat <= count; seat++) {
        String body = "{\"seats\":[\"A-1-%d\"]}".formatted(seat);
        var _ = pool.submit(() -> made.add(sale.hold("hoarder", show, body).text("id")));
      }
    }
    assertThat(made).hasSize(count);

    List<String> listed = walk("hoarder", 100, () -> {});

    assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void holdsThatEndOrBeginBetweenPagesShiftNoOthers() throws Exception {
    String show = sale.show("");
    List<String> made = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      made.add(sale.hold("reader", show, "{\"seats\":[\"A-%d-1\"]}".formatted(i)).text("id"));
    }
    made.sort(Comparator.naturalOrder());
    AtomicInteger turned = new AtomicInteger();
    List<String> begun = new ArrayList<>();

    List<String> listed =
        walk(
            "reader",
            2,
            () -> {
              if (turned.incrementAndGet() == 1) {
                // One that was listed, which is the cursor itself, one that is to come, a new one.
                sale.release("reader", made.get(1));
                sale.release("reader", made.get(4));
                begun.add(sale.hold("reader", show, "{\"seats\":[\"A-9-1\"]}").text("id"));
              }
            });

    assertThat(listed)
        .containsExactly(
            made.get(0), made.get(1), made.get(2), made.get(3), made.get(5), begun.getFirst());
  }

  @Test
  void aPageOfHoldsIsAskedForWithinLimits() throws Exception {
    for (String limit : List.of("0", "101", "-1", "x", "", "99999999999")) {
      Answer refused = sale.getAs("alice", "/api/v1/holds?limit=" + limit);
      assertThat(refused.status()).as(limit).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("limit");
    }
    for (String cursor : List.of("", "x", "1", "%00", "A".repeat(36), "x".repeat(100))) {
      Answer refused = sale.getAs("alice", "/api/v1/holds?cursor=" + cursor);
      assertThat(refused.status()).as(cursor).isEqualTo(422);
      assertThat(refused.slug()).isEqualTo("invalid-field");
      assertThat(refused.wrongFields()).containsExactly("cursor");
    }
    Answer last = sale.getAs("alice", "/api/v1/holds?cursor=ffffffff-ffff-7fff-bfff-ffffffffffff");
    assertThat(last.json().get("items").size()).isZero();
    assertThat(last.json().has("nextCursor")).isFalse();
  }

  /** An action between two pages. */
  private interface Turning {
    void turn() throws Exception;
  }

  private static List<String> walk(String buyer, int limit, Turning turning) throws Exception {
    List<String> listed = new ArrayList<>();
    String next = "";
    do {
      Answer page = sale.getAs(buyer, "/api/v1/holds?limit=" + limit + next);
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.json().get("items").size()).isBetween(1, limit);
      page.json().get("items").forEach(hold -> listed.add(hold.get("id").asString()));
      next = page.json().has("nextCursor") ? "&cursor=" + page.text("nextCursor") : "";
      turning.turn();
    } while (!next.isEmpty());
    return listed;
  }

  @Test
  void aHoldIsGivenBackOnceOrTwiceByItsOwnerAlone() throws Exception {
    String show = sale.show("");
    String hold = sale.hold("alice", show, SEATS).text("id");

    assertThat(sale.release("bob", hold).status()).isEqualTo(404);
    assertThat(sale.getAs("bob", "/api/v1/holds/" + hold).status()).isEqualTo(404);
    assertThat(sale.release("alice", hold).status()).isEqualTo(204);
    assertThat(sale.release("alice", hold).status()).isEqualTo(204);
    Answer ended = sale.getAs("alice", "/api/v1/holds/" + hold);
    assertThat(ended.status()).isEqualTo(410);
    assertThat(ended.slug()).isEqualTo("hold-expired");
    assertThat(sale.hold("bob", show, SEATS).status()).isEqualTo(201);
  }

  @Test
  void aHoldEndsByItselfAndItsSeatsAreAnyonesAgain() throws Exception {
    String show = sale.show("\"holdSeconds\":60");
    Answer held = sale.hold("wanda", show, SEATS);
    sale.clock().advance(Duration.ofSeconds(61));
    try {
      Answer ended = sale.getAs("wanda", held.header("Location"));
      assertThat(ended.status()).isEqualTo(410);
      assertThat(ended.slug()).isEqualTo("hold-expired");
      assertThat(sale.getAs("wanda", "/api/v1/holds").texts("items")).isEmpty();
      sale.awaitSeats(show, "held", 0);
      assertThat(sale.holdSoon("bob", show, SEATS).status()).isEqualTo(201);
      assertThat(sale.release("wanda", held.text("id")).status()).isEqualTo(204);
      sale.awaitSeats(show, "held", 2);
    } finally {
      sale.clock().reset();
    }
  }

  @Test
  void aHoldThatIsNotThereIsNotFoundWhateverItIsCalled() throws Exception {
    for (String id :
        List.of("x", "0", "%00", "019a0000-0000-7000-8000-000000000000", "A".repeat(36))) {
      assertThat(sale.getAs("alice", "/api/v1/holds/" + id).status()).as(id).isEqualTo(404);
      assertThat(sale.release("alice", id).status()).as(id).isEqualTo(404);
    }
  }

  @Test
  void onlyBuyersClaim() throws Exception {
    String path = "/api/v1/shows/" + sale.show("") + "/holds";
    for (Role role : List.of(Role.OPERATOR, Role.SHOP)) {
      assertThat(sale.send(SaleServer.json(sale.as("o", role, path), "POST", SEATS)).status())
          .isEqualTo(403);
      assertThat(sale.send(sale.as("o", role, "/api/v1/holds")).status()).isEqualTo(403);
    }
    assertThat(sale.send(SaleServer.json(sale.http().to(path), "POST", SEATS)).status())
        .isEqualTo(401);
  }
}
