package dev.stampede.server.claim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Passes over HTTP: each that is no good is refused, on holds and on one-step bookings. */
final class PassHeaderTest {

  private static final String ROOM = "\"waitingRoom\":{\"enabled\":true,\"passSeconds\":600}";
  private static final AtomicLong NUMBERS = new AtomicLong();

  private static SaleServer sale;

  @BeforeAll
  static void start() throws Exception {
    sale = SaleServer.start();
    sale.fund("alice", 100_000);
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void aPassLetsItsBuyerHoldAndBook() throws Exception {
    String show = sale.show(ROOM);
    String pass = sale.pass("alice", show, next());

    Answer held = sale.send(with(pass, hold(show, "A-1-1")));
    assertThat(held.status()).isEqualTo(201);
    assertThat(sale.release("alice", held.text("id")).status()).isEqualTo(204);
    Answer again = sale.send(with(pass, hold(show, "A-1-2")));
    assertThat(again.status()).isEqualTo(201);
    assertThat(sale.send(with(pass, book(show, "A-1-3"))).status()).isEqualTo(201);
    assertThat(sale.pay("alice", again.text("id")).status()).as("needs none").isEqualTo(201);
  }

  @Test
  void aClaimWithoutAPassIsRefusedWithTheQueuesAddress() throws Exception {
    String show = sale.show(ROOM);

    for (HttpRequest.Builder claim : everyWay(show)) {
      Answer refused = sale.send(claim);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.slug()).isEqualTo("pass-required");
      assertThat(refused.text("detail"))
          .contains("Stampede-Pass", "POST /api/v1/shows/" + show + "/queue");
    }
    nothingWasTaken(show);
  }

  @Test
  void aPassOfAnotherBuyerIsRefused() throws Exception {
    String show = sale.show(ROOM);

    refused(show, sale.pass("bob", show, next()), "another buyer");
  }

  @Test
  void aPassOfAnotherShowIsRefused() throws Exception {
    String show = sale.show(ROOM);

    refused(show, sale.pass("alice", sale.show(ROOM), next()), "another show");
  }

  @Test
  void anExpiredPassIsRefused() throws Exception {
    String show = sale.show(ROOM);

    refused(show, sale.pass("alice", show, next(), Instant.now().minusMillis(1)), "has expired");
  }

  /** On a server of its own: the others would not know for a moment that time is back. */
  @Test
  void aPassThatExpiresIsRefusedFromThenOn() throws Exception {
    try (SaleServer own = SaleServer.start()) {
      String show = own.show(ROOM);
      String pass = own.pass("alice", show, next());
      String first = "{\"seats\":[\"A-1-1\"]}";
      String second = "{\"seats\":[\"A-1-2\"]}";
      assertThat(own.send(with(pass, own.holding("alice", show, first))).status()).isEqualTo(201);

      own.clock().advance(Duration.ofMinutes(11));
      Answer refused = own.send(with(pass, own.holding("alice", show, second)));
      assertThat(refused.slug()).isEqualTo("pass-invalid");
      assertThat(refused.text("detail")).contains("has expired");
    }
  }

  @Test
  void aForgedPassIsRefused() throws Exception {
    String show = sale.show(ROOM);
    Passes forger =
        new Passes(new Keyring(List.of(SigningKey.of(1, "f".repeat(32).getBytes(UTF_8)))));
    Pass pass =
        new Pass(
            ShowId.parse(show).orElseThrow(),
            new Buyer("alice"),
            next(),
            Instant.now().plusSeconds(600));

    refused(show, forger.seal(pass), "was not issued by this service");
    refused(show, "a pass, honestly", "was not issued by this service");
    refused(show, "1.", "was not issued by this service");
    refused(show, "1." + "a".repeat(3_000) + ".b", "was not issued by this service");
  }

  @Test
  void aPassWithAChangedPayloadIsRefused() throws Exception {
    String show = sale.show(ROOM);
    String bobs = sale.pass("bobbb", show, next());
    String payload = bobs.substring(bobs.indexOf('.') + 1, bobs.lastIndexOf('.'));
    byte[] bytes = Base64.getUrlDecoder().decode(payload);
    System.arraycopy("alice".getBytes(UTF_8), 0, bytes, bytes.length - 5, 5);
    String changed = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);

    refused(show, bobs.replace(payload, changed), "was not issued by this service");
  }

  @Test
  void aSpentPassIsRefused() throws Exception {
    String show = sale.show(ROOM);
    String pass = sale.pass("alice", show, next());
    assertThat(sale.send(with(pass, book(show, "A-9-9"))).status()).isEqualTo(201);

    for (HttpRequest.Builder claim : everyWay(show)) {
      Answer refused = sale.send(with(pass, claim));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.slug()).isEqualTo("pass-invalid");
      assertThat(refused.text("detail")).contains("spent", "/queue");
    }
    assertThat(sale.send(with(sale.pass("alice", show, next()), hold(show, "A-1-1"))).status())
        .as("with one given later")
        .isEqualTo(201);
  }

  @Test
  void payingAHoldSpendsThePassThatItWasMadeWith() throws Exception {
    String show = sale.show(ROOM);
    String pass = sale.pass("alice", show, next());
    String hold = sale.send(with(pass, hold(show, "A-1-1"))).text("id");
    assertThat(sale.pay("alice", hold).status()).isEqualTo(201);

    assertThat(sale.send(with(pass, hold(show, "A-1-2"))).slug()).isEqualTo("pass-invalid");
  }

  @Test
  void aStoredAnswerIsGivenWithoutAPass() throws Exception {
    String show = sale.show(ROOM);
    String pass = sale.pass("alice", show, next());
    Answer held = sale.send(with(pass, keyed("h", hold(show, "A-1-1"))));
    Answer booked = sale.send(with(pass, keyed("b", book(show, "A-1-2"))));
    assertThat(List.of(held.status(), booked.status())).containsOnly(201);

    for (String shown : List.of("", "nonsense", pass)) {
      Answer holdAgain = sale.send(with(shown, keyed("h", hold(show, "A-1-1"))));
      Answer bookAgain = sale.send(with(shown, keyed("b", book(show, "A-1-2"))));
      assertThat(List.of(holdAgain.status(), bookAgain.status())).containsOnly(201);
      assertThat(holdAgain.header("Idempotency-Replayed")).isEqualTo("true");
      assertThat(bookAgain.header("Idempotency-Replayed")).isEqualTo("true");
      assertThat(bookAgain.text("id")).isEqualTo(booked.text("id"));
    }
    assertThat(sale.send(keyed("b", book(show, "A-1-3"))).slug()).isEqualTo("idempotency-mismatch");
  }

  @Test
  void nobodyAsksForAPassWhereThereIsNoRoomOrItIsOff() throws Exception {
    for (String room : List.of("", ROOM.replace("true", "false"))) {
      String show = sale.show(room);
      assertThat(sale.send(hold(show, "A-1-1")).status()).isEqualTo(201);
      assertThat(sale.send(with("nonsense", book(show, "A-1-2"))).status()).isEqualTo(201);
      sale.patch(show, "{\"waitingRoom\":{\"enabled\":true}}");
      assertThat(sale.send(hold(show, "A-1-3")).slug()).isEqualTo("pass-required");
      String pass = sale.pass("alice", show, next());
      assertThat(sale.send(with(pass, hold(show, "A-1-3"))).status()).isEqualTo(201);
    }
  }

  @Test
  void onePassIsShownOnce() throws Exception {
    String show = sale.show(ROOM);
    String pass = sale.pass("alice", show, next());

    Answer twice = sale.send(with(pass, with(pass, hold(show, "A-1-1"))));
    assertThat(twice.status()).isEqualTo(400);
    assertThat(twice.slug()).isEqualTo("malformed-request");
  }

  /** On holds and one-step bookings, of named seats and the best, with and without a key. */
  private static void refused(String show, String pass, String why) throws Exception {
    for (HttpRequest.Builder claim : everyWay(show)) {
      Answer refused = sale.send(with(pass, claim));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.slug()).isEqualTo("pass-invalid");
      assertThat(refused.text("detail"))
          .contains(why, "POST /api/v1/shows/" + show + "/queue")
          .doesNotContain(pass);
    }
    nothingWasTaken(show);
  }

  private static List<HttpRequest.Builder> everyWay(String show) {
    List<HttpRequest.Builder> ways = new ArrayList<>();
    for (int key = 0; key < 2; key++) {
      for (HttpRequest.Builder claim :
          List.of(
              hold(show, "A-1-1"),
              book(show, "A-1-1"),
              sale.holding("alice", show, "{\"best\":{\"quantity\":1}}"),
              sale.booking(
                  "alice",
                  Role.BUYER,
                  "{\"showId\":\"%s\",\"best\":{\"quantity\":1}}".formatted(show)))) {
        ways.add(key == 0 ? claim : keyed("key-" + ways.size(), claim));
      }
    }
    return ways;
  }

  private static void nothingWasTaken(String show) throws Exception {
    sale.awaitSeats(show, "free", 150);
  }

  private static HttpRequest.Builder hold(String show, String seat) {
    return sale.holding("alice", show, "{\"seats\":[\"%s\"]}".formatted(seat));
  }

  private static HttpRequest.Builder book(String show, String seat) {
    return sale.booking(
        "alice", Role.BUYER, "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, seat));
  }

  private static HttpRequest.Builder keyed(String key, HttpRequest.Builder request) {
    return request.header("Idempotency-Key", key);
  }

  private static HttpRequest.Builder with(String pass, HttpRequest.Builder request) {
    return pass.isEmpty() ? request : request.header("Stampede-Pass", pass);
  }

  private static long next() {
    return NUMBERS.incrementAndGet();
  }
}
