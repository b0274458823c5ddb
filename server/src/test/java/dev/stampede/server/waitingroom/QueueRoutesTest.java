package dev.stampede.server.waitingroom;

import static dev.stampede.server.waitingroom.RoomServer.position;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.server.ConcurrentCalls;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Joining, asking and leaving over real HTTP, with lines in a real Redis. */
final class QueueRoutesTest {

  private static final Duration WITHIN = Duration.ofSeconds(30);

  private static RoomServer server;

  @BeforeAll
  static void start() {
    server = RoomServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aBuyerWhoJoinsGetsAPositionAPlaceTokenAndAPollInterval() throws Exception {
    String show = server.waitingShow();

    Answer joined = server.join("ann", show);

    assertThat(joined.status()).isEqualTo(201);
    assertThat(joined.header("Content-Type")).isEqualTo("application/json");
    assertThat(joined.text("state")).isEqualTo("waiting");
    assertThat(position(joined)).isEqualTo(1);
    assertThat(joined.json().get("ahead").asLong()).isZero();
    assertThat(joined.json().get("pollAfterMillis").asLong()).isBetween(500L, 2_000L);
    assertThat(joined.text("placeToken")).isNotBlank();
    assertThat(Instant.parse(joined.text("now"))).isAfter(Instant.EPOCH);
    assertThat(joined.json().has("etaSeconds")).as("nobody is let in").isFalse();
    assertThat(joined.json().has("provisional")).isFalse();
    assertThat(position(server.join("ben", show))).isEqualTo(2);
    assertThat(position(server.look("ann", show))).isEqualTo(1);
  }

  @Test
  void refreshingAndASecondTabAreSafe() throws Exception {
    String show = server.waitingShow();
    Answer first = server.join("ann", show);
    server.join("ben", show);

    Answer again = server.join("ann", show);

    assertThat(again.status()).isEqualTo(200);
    assertThat(position(again)).isEqualTo(1);
    assertThat(again.text("placeToken")).isEqualTo(first.text("placeToken"));
    assertThat(server.join("ann", show, first.text("placeToken")).status()).isEqualTo(200);
    assertThat(server.look("ann", show, first.text("placeToken")).status()).isEqualTo(200);
    assertThat(position(server.look("ben", show))).isEqualTo(2);
  }

  /** With a look and a later write many had a place of their own, and this failed. */
  @Test
  void aBuyerWhoJoinsManyTimesAtOnceHasOnePlace() throws Exception {
    String show = server.waitingShow();
    Callable<Answer> join = () -> server.join("ann", show);

    List<Answer> answers = ConcurrentCalls.run(Collections.nCopies(100, join));

    assertThat(answers).extracting(Answer::status).containsOnlyOnce(201).contains(200);
    assertThat(answers).extracting(RoomServer::position).containsOnly(1L);
    assertThat(answers).extracting(answer -> answer.text("placeToken")).hasSize(100);
    assertThat(position(server.join("ben", show))).isEqualTo(2);
  }

  @Test
  void manyBuyersWhoJoinAtOnceStandInOneLineWithoutGaps() throws Exception {
    String show = server.waitingShow();
    List<Callable<Answer>> joins = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String buyer = "buyer-" + i;
      joins.add(() -> server.join(buyer, show));
    }

    List<Answer> answers = ConcurrentCalls.run(joins);

    assertThat(answers)
        .extracting(RoomServer::position)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 200).boxed().toList());
  }

  @Test
  void leavingAndRejoiningPutsABuyerAtTheEndOfTheLine() throws Exception {
    String show = server.waitingShow();
    String token = server.join("ann", show).text("placeToken");
    server.join("ben", show);

    assertThat(server.leave("ann", show).status()).isEqualTo(204);

    Answer gone = server.look("ann", show, token);
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.slug()).isEqualTo("not-found");
    assertThat(gone.text("detail")).contains("POST /api/v1/shows/" + show + "/queue");
    assertThat(server.leave("ann", show).status()).isEqualTo(404);
    Answer again = server.join("ann", show, token);
    assertThat(again.status()).isEqualTo(201);
    Eventually.within(WITHIN)
        .until(
            "ben is first and ann behind him",
            () ->
                position(server.look("ben", show)) == 1 && position(server.look("ann", show)) == 2);
  }

  @Test
  void theQueueAnswers404ToABuyerWhoNeverJoined() throws Exception {
    String show = server.waitingShow();

    assertThat(server.look("nobody", show).status()).isEqualTo(404);
    assertThat(server.leave("nobody", show).status()).isEqualTo(404);
  }

  @Test
  void aShowWithoutAWaitingRoomSaysSo() throws Exception {
    String show = server.sale().show("");
    String off = server.show("\"enabled\":false");

    for (String one : List.of(show, off)) {
      for (Answer answer :
          List.of(server.join("ann", one), server.look("ann", one), server.leave("ann", one))) {
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("detail"))
            .contains("no waiting room")
            .contains("/api/v1/shows/" + one + "/holds");
      }
    }
  }

  @Test
  void aShowThatIsNotThereIsNotFound() throws Exception {
    for (String show : List.of("999999", "0", "nonsense")) {
      assertThat(server.join("ann", show).status()).as(show).isEqualTo(404);
      assertThat(server.look("ann", show).slug()).as(show).isEqualTo("not-found");
      assertThat(server.leave("ann", show).status()).as(show).isEqualTo(404);
    }
  }

  @Test
  void joiningNeedsNoBodyAndKnowsNoFields() throws Exception {
    String show = server.waitingShow();

    assertThat(server.sale().send(SaleServer.json(server.as("ann", show), "POST", "{}")).status())
        .isEqualTo(201);
    Answer refused =
        server.sale().send(SaleServer.json(server.as("ann", show), "POST", "{\"vip\":true}"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields()).containsExactly("vip");
    assertThat(server.sale().send(SaleServer.json(server.as("ann", show), "POST", "[]")).status())
        .isEqualTo(422);
  }

  @Test
  void aPlaceThatIsNoneIsAsGoodAsNone() throws Exception {
    String show = server.waitingShow();
    String anns = server.join("ann", show).text("placeToken");

    for (String place : List.of("nonsense", "1.abc.def", anns, "x".repeat(2_048))) {
      assertThat(server.look("eve", show, place).status()).as(place).isEqualTo(404);
    }
    Answer tooLong = server.look("eve", show, "x".repeat(2_049));
    assertThat(tooLong.status()).isEqualTo(422);
    assertThat(tooLong.wrongFields()).containsExactly("Stampede-Place");
    assertThat(server.join("eve", show, "x".repeat(2_049)).status()).isEqualTo(422);
    Answer twice =
        server
            .sale()
            .send(
                server
                    .as("eve", show)
                    .header("Stampede-Place", anns)
                    .header("Stampede-Place", anns)
                    .POST(BodyPublishers.noBody()));
    assertThat(twice.status()).isEqualTo(400);
    assertThat(position(server.join("eve", show, anns))).as("behind ann").isEqualTo(2);
  }

  @Test
  void linesAreForBuyers() throws Exception {
    String show = server.waitingShow();
    String path = RoomServer.path(show);

    assertThat(server.sale().get(path).status()).isEqualTo(401);
    assertThat(server.sale().get(path + "/stream").status()).isEqualTo(401);
    assertThat(
            server
                .sale()
                .send(server.sale().as("olga", Role.OPERATOR, path).POST(BodyPublishers.noBody()))
                .status())
        .isEqualTo(403);
  }

  @Test
  void nobodyIsLetInAtRateZeroUntilItIsChanged() throws Exception {
    String show = server.waitingShow();
    server.join("ann", show);
    server.join("ben", show);
    // Many rounds of admission later.
    long rounds = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    Eventually.within(WITHIN)
        .until(
            "they waited",
            () ->
                server.look("ann", show).text("state").equals("waiting")
                    && System.nanoTime() > rounds);

    server.admit(show, 100);

    Answer admitted = untilAdmitted("ann", show);
    assertThat(admitted.status()).isEqualTo(200);
    assertThat(admitted.text("pass")).isNotBlank();
    assertThat(Instant.parse(admitted.text("passExpiresAt")))
        .isBetween(
            Instant.parse(admitted.text("now")).plusSeconds(280),
            Instant.parse(admitted.text("now")).plusSeconds(301));
    assertThat(admitted.json().has("position")).isFalse();
    Answer again = server.join("ann", show);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("pass")).isEqualTo(admitted.text("pass"));
    untilAdmitted("ben", show);
  }

  @Test
  void aPassGivenUpLetsTheNextBuyerIn() throws Exception {
    String show = server.show("\"enabled\":true,\"admitPerSecond\":100,\"maxActive\":1");
    server.join("ann", show);
    untilAdmitted("ann", show);
    assertThat(server.join("ben", show).text("state")).isEqualTo("waiting");

    assertThat(server.leave("ann", show).status()).isEqualTo(204);

    untilAdmitted("ben", show);
    assertThat(server.look("ann", show).status()).isEqualTo(404);
    assertThat(server.join("ann", show).status()).isEqualTo(201);
  }

  @Test
  void aPausedSaleLetsNobodyInAndAClosedOneSaysSo() throws Exception {
    String show = server.waitingShow();
    server.sale().patch(show, "{\"paused\":true,\"waitingRoom\":{\"admitPerSecond\":100}}");
    Answer joined = server.join("ann", show);
    assertThat(joined.status()).as("one may wait").isEqualTo(201);
    assertThat(joined.json().has("etaSeconds")).as("nobody can tell").isFalse();
    long rounds = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    Eventually.within(WITHIN)
        .until(
            "she waited",
            () ->
                server.look("ann", show).text("state").equals("waiting")
                    && System.nanoTime() > rounds);

    server.sale().patch(show, "{\"paused\":false}");
    untilAdmitted("ann", show);
    server.sale().patch(show, "{\"closed\":true}");

    for (Answer answer : List.of(server.look("ann", show), server.join("ben", show))) {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.slug()).isEqualTo("sale-closed");
    }
  }

  @Test
  void aFullLineTakesNobodyMoreAndKeepsWhomItHas() throws Exception {
    LineLimits one =
        new LineLimits(
            RoomServer.QUICK.patience(),
            RoomServer.QUICK.longestPoll(),
            RoomServer.QUICK.shortestPoll(),
            1_000,
            1);
    try (RoomServer small = RoomServer.with(one)) {
      String show = small.waitingShow();
      small.join("ann", show);

      Answer refused = small.join("ben", show);

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.slug()).isEqualTo("overloaded");
      assertThat(refused.text("detail")).contains("1 people are in line");
      assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
      assertThat(small.join("ann", show).status()).isEqualTo(200);
    }
  }

  @Test
  void beforeADrawPlacesAreProvisional() throws Exception {
    String show =
        server
            .sale()
            .show(
                "\"saleOpensAt\":\"%s\",\"waitingRoom\":{\"enabled\":true,\"shuffleEarly\":true}"
                    .formatted(Instant.now().plusSeconds(3_600)));
    server.join("ann", show);

    Eventually.within(WITHIN)
        .until(
            "it gathers",
            () -> server.look("ann", show).json().path("provisional").asBoolean(false));
  }

  private static Answer untilAdmitted(String buyer, String show) {
    return Eventually.within(WITHIN)
        .until(
            buyer + " is let in",
            () -> server.look(buyer, show),
            answer -> answer.text("state").equals("admitted"));
  }
}
