package dev.stampede.server.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawSecret;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.engine.waitingroom.draw.ProofCheck;
import dev.stampede.engine.waitingroom.draw.ProofVerdict;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ProofRoutesTest {

  private static final String SHUFFLED =
      "\"saleOpensAt\":\"2030-01-01T10:00:00Z\",\"waitingRoom\":{\"shuffleEarly\":true}";

  /** Not "now", which is the database's: a server knows that only nearly. */
  private static final String OPEN_ALREADY =
      SHUFFLED.replace("2030-01-01T10:00:00Z", "2026-01-01T10:00:00Z");

  private static final int PEOPLE = 2_500;

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
  void beforeTheDrawThereIsThePromiseAndNothingElse() throws Exception {
    String show = sale.show(SHUFFLED);

    Answer answer = proof(show, "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().propertyNames())
        .containsExactlyInAnyOrder("showId", "algorithm", "commitment", "state", "now");
    assertThat(answer.text("state")).isEqualTo("gathering");
    assertThat(answer.text("algorithm")).isEqualTo("stampede-draw-1");
    assertThat(answer.text("commitment"))
        .isEqualTo(sale.draws().keysFor(id(show)).secret().commitment().toString());
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(proof(show, "").text("commitment")).isEqualTo(answer.text("commitment"));
  }

  @Test
  void afterTheDrawAnybodyCanComputeAllOfItFromThePages() throws Exception {
    String show = sale.show(SHUFFLED);
    String promised = proof(show, "").text("commitment");
    DrawResult drawn = sale.draws().draw(id(show), 0, () -> people(PEOPLE));

    Answer page = awaitDrawn(show);
    assertThat(page.text("commitment")).isEqualTo(promised);
    assertThat(page.json().path("leaves").asInt()).isEqualTo(PEOPLE);
    assertThat(page.text("drawnAt")).isEqualTo(drawn.drawnAt().toString());
    assertThat(page.header("Cache-Control")).contains("public", "immutable");
    assertThat(page.json().path("items").size()).isEqualTo(ProofRoutes.DEFAULT_LIMIT);
    ProofCheck check = new ProofCheck(published(page));
    add(page, check);
    int pages = 1;
    while (page.json().has("nextCursor")) {
      page = proof(show, "?limit=700&cursor=" + page.text("nextCursor"));
      assertThat(page.text("secret")).isNotEmpty();
      add(page, check);
      pages++;
    }
    assertThat(pages).isEqualTo(4);
    assertThat(check.verdict()).isEqualTo(new ProofVerdict.Honest(PEOPLE));
  }

  @Test
  void nobodyWasThereOrNothingIsLeft() throws Exception {
    String show = sale.show(SHUFFLED);
    var _ = sale.draws().draw(id(show), 0, () -> people(0));

    Answer page = awaitDrawn(show);

    assertThat(page.json().path("items").size()).isZero();
    assertThat(page.json().has("nextCursor")).isFalse();
    assertThat(proof(show, "?cursor=999999999").json().path("items").size()).isZero();
  }

  @Test
  void aShowWithoutADrawHasNoProof() throws Exception {
    String withoutRoom = sale.show("");
    String inOrder = sale.show("\"waitingRoom\":{\"shuffleEarly\":false}");
    String offNow =
        sale.show(SHUFFLED.replace("{\"shuffleEarly\"", "{\"enabled\":false,\"shuffleEarly\""));
    String openAlready = sale.show(OPEN_ALREADY);

    for (String show : List.of(withoutRoom, inOrder, offNow, openAlready)) {
      Answer answer = proof(show, "");
      assertThat(answer.status()).as(answer.json().toString()).isEqualTo(404);
      assertThat(answer.text("detail")).contains("nothing is drawn");
      assertThat(sale.draws().proof(id(show))).isEmpty();
    }
    for (String unknown : List.of("999999", "x", "0")) {
      assertThat(proof(unknown, "").status()).isEqualTo(404);
    }
  }

  @Test
  void aProofStaysWhenTheRoomIsTakenAway() throws Exception {
    String show = sale.show(SHUFFLED);
    var _ = sale.draws().draw(id(show), 0, () -> people(3));
    assertThat(sale.patch(show, "{\"waitingRoom\":null}").status()).isEqualTo(200);

    assertThat(awaitDrawn(show).json().path("items").size()).isEqualTo(3);
  }

  @Test
  void aLimitOrCursorThatIsNoneIsNamed() throws Exception {
    String show = sale.show(SHUFFLED);

    for (String limit : List.of("0", "-1", "10001", "x", "1e3")) {
      Answer answer = proof(show, "?limit=" + limit);
      assertThat(answer.status()).as(limit).isEqualTo(422);
      assertThat(answer.wrongFields()).containsExactly("limit");
      assertThat(answer.text("detail")).contains("1..10000 (default 1000)");
    }
    for (String cursor : List.of("0", "-1", "x", "9999999999", "1".repeat(100))) {
      Answer answer = proof(show, "?cursor=" + cursor);
      assertThat(answer.status()).as(cursor).isEqualTo(422);
      assertThat(answer.wrongFields()).containsExactly("cursor");
    }
  }

  private static Answer proof(String show, String query) throws Exception {
    return sale.get("/api/v1/shows/" + show + "/queue/proof" + query);
  }

  private static Answer awaitDrawn(String show) {
    return Eventually.within(Duration.ofSeconds(30))
        .until(
            "it is known", () -> proof(show, ""), answer -> answer.text("state").equals("drawn"));
  }

  private static ShowId id(String show) {
    return ShowId.parse(show).orElseThrow();
  }

  private static EarlyArrivals people(int count) {
    EarlyArrivals people = new EarlyArrivals();
    IntStream.rangeClosed(1, count).forEach(i -> people.add("buyer-" + i, i));
    return people;
  }

  private static DrawProof.Published published(Answer page) {
    return new DrawProof.Published(
        id(page.text("showId")),
        hash(page.text("commitment")),
        DrawSecret.parse(page.text("secret")).orElseThrow(),
        hash(page.text("root")),
        page.json().path("leaves").asInt(),
        Instant.parse(page.text("drawnAt")));
  }

  private static void add(Answer page, ProofCheck check) {
    for (JsonNode item : page.json().path("items")) {
      check.add(hash(item.path("leaf").asString()));
    }
  }

  private static Hash hash(String hex) {
    Optional<Hash> hash = Hash.parse(hex);
    return hash.orElseThrow();
  }
}
