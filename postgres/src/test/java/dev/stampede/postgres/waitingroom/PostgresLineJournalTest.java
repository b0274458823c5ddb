package dev.stampede.postgres.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineExit.Kind;
import dev.stampede.engine.waitingroom.LineJournal;
import dev.stampede.engine.waitingroom.LineJournal.Epoch;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineState.Gone;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.postgres.ClaimsFixture;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresLineJournalTest {

  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");
  private static final Buyer EVE = new Buyer("eve");

  private static ClaimsFixture fixture;
  private static LineJournal journal;

  private ShowId show;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    journal = new PostgresLineJournal(fixture.database);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void newShow() {
    show = fixture.show(1, 1);
  }

  @Test
  void everyEpochBeginsAboveWhatWasReserved() {
    assertThat(next()).containsExactly(new Epoch(1, 0, false));
    assertThat(journal.reserve(show, 1, 100)).hasValue(100);
    assertThat(journal.reserve(show, 1, 100)).hasValue(200);
    assertThat(next()).containsExactly(new Epoch(2, 200, true));
    assertThat(journal.reserve(show, 1, 100)).as("an epoch that is over").isEmpty();
    assertThat(journal.reserve(show, 2, 50)).hasValue(250);
  }

  @Test
  void ofManyWhoFindALineLostOneBeginsIt() throws Exception {
    AtomicInteger kept = new AtomicInteger();
    List<Epoch> begun = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        threads.execute(
            () ->
                journal.next(
                    show,
                    epoch -> kept.get() == epoch,
                    epoch -> {
                      begun.add(epoch);
                      kept.set(epoch.number());
                    }));
      }
    }

    assertThat(begun).containsExactly(new Epoch(1, 0, false));
  }

  @Test
  void anEpochThatDidNotBeginNeverWas() {
    next();

    assertThatThrownBy(
            () ->
                journal.next(
                    show,
                    _ -> false,
                    _ -> {
                      throw new IllegalStateException("Redis is away");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(journal.reserve(show, 1, 10)).hasValue(10);
  }

  private List<Epoch> next() {
    List<Epoch> begun = new ArrayList<>();
    journal.next(show, _ -> false, begun::add);
    return begun;
  }

  @Test
  void theJournalWritesAnExitOnceAndReadsExitsInPages() {
    Instant until = inAMinute();
    List<LineExit> moved =
        List.of(
            admitted(2, until, BEN),
            LineExit.away(Kind.LEFT, 1, 1, ANN),
            LineExit.away(Kind.EXPIRED, 3, 1, new Buyer("eve")));

    journal.gone(show, moved);
    journal.gone(show, moved);

    assertThat(journal.gone(show, 0, 2))
        .containsExactly(new Gone(1, Instant.EPOCH, ANN), new Gone(2, until, BEN));
    assertThat(journal.gone(show, 2, 2))
        .containsExactly(new Gone(3, Instant.EPOCH, new Buyer("eve")));
  }

  @Test
  void aPassThatIsOverOrGivenUpIsNone() {
    journal.gone(
        show,
        List.of(admitted(1, Instant.now().minusSeconds(1), ANN), admitted(2, inAMinute(), BEN)));

    journal.gone(show, List.of(LineExit.away(Kind.PASS_GIVEN_UP, 2, 1, BEN)));

    assertThat(journal.gone(show, 0, 10)).extracting(Gone::passUntil).containsOnly(Instant.EPOCH);
    assertThat(spentPass(BEN)).isEqualTo(2);
  }

  @Test
  void aSpentPassIsNone() {
    journal.gone(show, List.of(admitted(1, inAMinute(), ANN), admitted(2, inAMinute(), BEN)));
    fixture
        .database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "INSERT INTO show_buyer (show_id, buyer, spent_pass) VALUES (?, 'ann', 1)",
                    show.value()));

    assertThat(journal.gone(show, 0, 1)).extracting(Gone::passUntil).containsExactly(Instant.EPOCH);
    assertThat(journal.gone(show, 1, 1)).extracting(Gone::passUntil).doesNotContain(Instant.EPOCH);
  }

  @Test
  void aTokenIsGoodUntilItsBuyerHasLeftOrWasLetIn() {
    journal.gone(show, List.of(LineExit.away(Kind.LEFT, 1, 1, ANN), admitted(2, inAMinute(), BEN)));

    assertThat(areGood(token(ANN, 1, 1), token(BEN, 2, 1), token(new Buyer("eve"), 3, 1)))
        .containsExactly(false, false, true);
    assertThat(areGood(token(ANN, 4, 1))).as("came again, later").containsExactly(true);
  }

  @Test
  void anAdmissionInALaterEpochVoidsAnOlderToken() {
    journal.gone(show, List.of(new LineExit(Kind.ADMITTED, 1_000, 2, inAMinute(), ANN)));

    assertThat(areGood(token(ANN, 5, 1))).containsExactly(false);
  }

  @Test
  void anExitInALaterEpochVoidsOnlyEarlierTokens() {
    journal.gone(show, List.of(LineExit.away(Kind.LEFT, 5, 3, ANN)));

    assertThat(areGood(token(ANN, 1_000, 2), token(ANN, 2_000, 3))).containsExactly(false, true);
  }

  @Test
  void anExitOfAnEpochThatIsOverIsNotRecorded() {
    next();
    journal.gone(show, List.of(LineExit.away(Kind.EXPIRED, 1, 1, ANN)));
    next();

    for (Kind late : List.of(Kind.LEFT, Kind.EXPIRED, Kind.EXCHANGED)) {
      assertThatThrownBy(
              () ->
                  journal.gone(
                      show,
                      List.of(LineExit.away(late, 2, 1, BEN), LineExit.away(Kind.LEFT, 3, 2, EVE))))
          .isInstanceOf(LineLostException.class);
    }

    assertThat(areGood(token(ANN, 1, 1), token(BEN, 2, 1), token(EVE, 3, 2)))
        .containsExactly(false, true, true);
    journal.gone(show, List.of(LineExit.away(Kind.LEFT, 3, 2, EVE)));
    assertThat(areGood(token(EVE, 3, 2))).containsExactly(false);
  }

  @Test
  void anExchangedPlaceVoidsNothingButItself() {
    journal.gone(show, List.of(LineExit.away(Kind.EXCHANGED, 1_000, 2, ANN)));

    assertThat(areGood(token(ANN, 1_000, 2), token(ANN, 5, 1))).containsExactly(false, true);
  }

  @Test
  void anotherBuyersOrAnotherShowsLossIsNotOnes() {
    journal.gone(show, List.of(LineExit.away(Kind.LEFT, 5, 1, ANN)));
    ShowId other = fixture.show(1, 1);

    assertThat(areGood(token(BEN, 5, 1))).containsExactly(true);
    assertThat(journal.areGood(other, List.of(new PlaceToken(other, ANN, 5, 1, ""))))
        .containsExactly(true);
  }

  @Test
  void manyAreWrittenTogether() {
    List<LineExit> many =
        LongStream.rangeClosed(1, 5_000)
            .mapToObj(n -> admitted(n, inAMinute(), new Buyer("b" + n)))
            .toList();

    journal.gone(show, many);

    assertThat(journal.gone(show, 0, 10_000)).hasSize(5_000);
  }

  private List<Boolean> areGood(PlaceToken... tokens) {
    return journal.areGood(show, List.of(tokens));
  }

  private PlaceToken token(Buyer buyer, long number, int epoch) {
    return new PlaceToken(show, buyer, number, epoch, "");
  }

  private static LineExit admitted(long number, Instant until, Buyer buyer) {
    return new LineExit(Kind.ADMITTED, number, 1, until, buyer);
  }

  private static Instant inAMinute() {
    return Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
  }

  private long spentPass(Buyer buyer) {
    return fixture
        .database
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT spent_pass FROM show_buyer WHERE show_id = ? AND buyer = ?")
                    .bind(0, show.value())
                    .bind(1, buyer.sub())
                    .mapTo(Long.class)
                    .one());
  }
}
