package dev.stampede.engine.seats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows.Counts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Boards of a process that runs alone; the tests with a real Redis cover boards with shared news.
 */
final class SeatBoardsTest {

  private static final ShowId SHOW = new ShowId(5);
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong(System.nanoTime());

  @Test
  void manyWhoAskAtOnceCauseOneLook() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    SeatBoards boards =
        boards(
            show -> {
              looking.countDown();
              awaitQuietly(mayAnswer);
              return snapshot();
            });
    List<Future<Optional<SeatBoard>>> answers = new ArrayList<>();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      answers.add(readers.submit(() -> boards.board(SHOW)));
      assertThat(looking.await(30, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 100; i++) {
        answers.add(readers.submit(() -> boards.board(SHOW)));
      }
      mayAnswer.countDown();
    }
    SeatBoard board = answers.getFirst().get().orElseThrow();
    for (Future<Optional<SeatBoard>> answer : answers) {
      assertThat(answer.get()).containsSame(board);
    }
    assertThat(loads.get()).isEqualTo(1);
  }

  /**
   * A claim that was committed after the seats were read and before there was a board. Seen red
   * without the queue of early changes: the board showed the seat as it had been read.
   */
  @Test
  void aBoardThatWasReadBeforeACommitShowsItFromTheBeginning() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    CountDownLatch committed = new CountDownLatch(1);
    SeatBoards boards =
        boards(
            show -> {
              Optional<SeatSource.Snapshot> before = snapshot();
              read.countDown();
              awaitQuietly(committed);
              return before;
            });
    try (ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Optional<SeatBoard>> board = reader.submit(() -> boards.board(SHOW));
      assertThat(read.await(30, TimeUnit.SECONDS)).isTrue();

      boards.committed(List.of(new SeatChange(SHOW, 0, 3, SeatState.FREE, Optional.empty(), NOW)));
      committed.countDown();

      assertThat(board.get().orElseThrow().picture(NOW).letters()).isEqualTo("ffff");
    }
  }

  @Test
  void aLookThatFailsIsNotRemembered() {
    SeatBoards boards =
        boards(
            show -> {
              if (loads.get() == 1) {
                throw new SeatsUnavailableException("the database is away");
              }
              return snapshot();
            });
    assertThatThrownBy(() -> boards.board(SHOW)).isInstanceOf(SeatsUnavailableException.class);
    assertThat(boards.board(SHOW)).isPresent();
  }

  @Test
  void thereAreNoMoreBoardsThanAllowed() {
    SeatBoards boards = boards(show -> snapshot());
    for (int i = 1; i <= 10; i++) {
      assertThat(boards.board(new ShowId(i))).isPresent();
    }
    assertThat(boards.known(new ShowId(10))).isPresent();
    assertThat(boards.known(new ShowId(1))).as("the least lately used").isEmpty();
  }

  @Test
  void aBoardThatNobodyLooksAtGoes() {
    SeatBoards boards = boards(show -> snapshot());
    SeatBoard first = boards.board(SHOW).orElseThrow();

    nanos.addAndGet(BoardMender.IDLE_ALONE.toNanos());
    boards.mend();
    assertThat(boards.size()).isEqualTo(1);
    assertThat(boards.known(SHOW)).as("this was a look").containsSame(first);
    nanos.addAndGet(BoardMender.IDLE_ALONE.toNanos());
    boards.mend();
    assertThat(boards.size()).isEqualTo(1);
    nanos.addAndGet(1);
    boards.mend();

    assertThat(boards.size()).isZero();
    assertThat(boards.known(SHOW)).isEmpty();
    assertThat(boards.board(SHOW).orElseThrow()).isNotSameAs(first);
  }

  @Test
  void toCountABoardsSeatsIsNotToLookAtIt() {
    SeatBoards boards = boards(show -> snapshot());
    assertThat(boards.counts(SHOW)).as("there is no board").isEmpty();
    assertThat(boards.board(SHOW)).isPresent();
    assertThat(boards.counts(SHOW)).contains(new Counts(3, 0, 1));

    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(boards.counts(SHOW)).as("not read for a second").isEmpty();
    boards.mend();
    assertThat(boards.counts(SHOW)).isPresent();
    nanos.addAndGet(IDLE.toNanos());
    boards.mend();
    assertThat(boards.size()).isZero();
  }

  @Test
  void aMarkChangesWithTheShowAndWhenNewsMayBeMissing() {
    SeatBoards boards = boards(show -> snapshot());
    ShowMark before = boards.mark(SHOW);
    ShowMark other = boards.mark(new ShowId(6));
    assertThat(boards.mark(SHOW)).isEqualTo(before);

    boards.committed(List.of(new SeatChange(SHOW, 1, 1, SeatState.FREE, Optional.empty(), NOW)));
    ShowMark committed = boards.mark(SHOW);
    assertThat(committed.committed()).isNotEqualTo(before.committed());
    boards.heard(SHOW, new Position("e", 1), List.of());
    ShowMark heard = boards.mark(SHOW);
    assertThat(heard.heard()).isNotEqualTo(committed.heard());
    assertThat(boards.mark(new ShowId(6))).isEqualTo(other);
    boards.interrupted();
    assertThat(boards.mark(SHOW).heard()).isNotEqualTo(heard.heard());
    assertThat(boards.mark(new ShowId(6)).heard()).isNotEqualTo(other.heard());
  }

  @Test
  void onItsOwnItKnowsNothingForCertain() {
    SeatBoards boards = boards(show -> snapshot());
    assertThat(boards.board(SHOW)).isPresent();

    assertThat(boards.takenFrom(SHOW, List.of(0), new Buyer("ben"))).isEmpty();
    assertThat(boards.seenFree(SHOW, List.of(1), Duration.ZERO)).isFalse();
    assertThat(boards.board(SHOW).orElseThrow().picture(NOW).letters()).isEqualTo("sfff");
  }

  /**
   * Seen red: a server that had no board of the show believed a key that a killed server had left
   * at the gate, for as long as the key lasted.
   */
  @Test
  void aShowWhoseGateIsDoubtedGetsABoard() {
    SeatBoards boards = boards(show -> snapshot());
    assertThat(boards.seenFree(SHOW, List.of(1), Duration.ZERO)).isFalse();
    assertThat(loads).as("nobody waits for one").hasValue(0);
    boards.mend();
    assertThat(loads).as("but there is one soon").hasValue(1);
  }

  @Test
  void aBoardOnItsOwnSaysThatSeatsAreShortWhileItWasReadWithinASecond() {
    SeatBoards boards = boards(show -> snapshot());
    Wanted.Best four = new Wanted.Best(4, OptionalInt.empty(), OptionalLong.empty());
    assertThat(boards.isShortOf(SHOW, four)).as("there is no board").isFalse();
    assertThat(loads).as("nobody waits for one").hasValue(0);
    boards.mend();
    assertThat(loads).as("but there is one soon").hasValue(1);

    assertThat(boards.isShortOf(SHOW, four)).isTrue();
    assertThat(boards.free(SHOW).orElseThrow().free().cardinality()).isEqualTo(3);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(boards.isShortOf(SHOW, four)).as("not read for a second").isFalse();
    assertThat(boards.free(SHOW)).isEmpty();
    boards.mend();
    assertThat(boards.isShortOf(SHOW, four)).isTrue();
    boards.committed(List.of(new SeatChange(SHOW, 0, 3, SeatState.FREE, Optional.empty(), NOW)));
    assertThat(boards.isShortOf(SHOW, four)).as("given back").isFalse();
  }

  /** If each board were read every 500 ms, the reads would take four times the time there is. */
  @Test
  void boardsOnTheirOwnAreReadForNoMoreThanATenthOfTheTimeAndTheOldestFirst() {
    Duration reading = Duration.ofMillis(100);
    Map<ShowId, Integer> read = new TreeMap<>();
    SeatBoards boards =
        boards(
            20,
            show -> {
              read.merge(show, 1, Integer::sum);
              nanos.addAndGet(reading.toNanos());
              return snapshot();
            });
    for (int show = 1; show <= 20; show++) {
      assertThat(boards.board(new ShowId(show))).isPresent();
    }
    read.clear();
    long began = nanos.get();

    while (nanos.get() - began < Duration.ofMinutes(1).toNanos()) {
      for (int show = 1; show <= 20; show++) {
        assertThat(boards.known(new ShowId(show))).isPresent();
      }
      boards.mend();
      nanos.addAndGet(Duration.ofMillis(250).toNanos());
    }

    assertThat(read.values().stream().mapToInt(Integer::intValue).sum())
        .as("of 60 that a tenth of a minute allows")
        .isBetween(40, 61);
    assertThat(read.values()).hasSize(20).allSatisfy(each -> assertThat(each).isBetween(2, 4));
  }

  @Test
  void aBoardOnItsOwnThatNobodyAsksForIsNotReadAgain() {
    SeatBoards boards = boards(show -> snapshot());
    assertThat(boards.board(SHOW)).isPresent();

    nanos.addAndGet(BoardMender.IDLE_ALONE.toNanos() + 1);
    boards.mend();

    assertThat(loads).hasValue(1);
    assertThat(boards.size()).isZero();
  }

  @Test
  void aSlowReadIsAsOldAsItsStart() {
    SeatBoards boards =
        boards(
            show -> {
              if (loads.get() > 1) {
                nanos.addAndGet(Duration.ofSeconds(3).toNanos());
              }
              return snapshot();
            });
    Wanted.Best four = new Wanted.Best(4, OptionalInt.empty(), OptionalLong.empty());
    assertThat(boards.board(SHOW)).isPresent();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());

    boards.mend();

    assertThat(loads).hasValue(2);
    assertThat(boards.isShortOf(SHOW, four)).isFalse();
  }

  /**
   * Seen to fail with a planted bug: boards that are checked again instead of forgotten keep the
   * higher versions.
   */
  @Test
  void afterARewindSeatsAreWhatTheDatabaseSaysThoughTheirVersionsAreLower() {
    AtomicReference<Optional<SeatSource.Snapshot>> stored = new AtomicReference<>(snapshot());
    SeatBoards boards = boards(show -> stored.get());
    assertThat(boards.board(SHOW).orElseThrow().picture(NOW).letters()).isEqualTo("sfff");
    ShowMark before = boards.mark(SHOW);
    stored.set(
        stored.get().map(old -> new SeatSource.Snapshot(old.map(), SeatRows.of(List.of()), NOW)));
    AtomicBoolean begun = new AtomicBoolean();

    boards.startOver(() -> begun.set(true));

    assertThat(begun).isTrue();
    assertThat(boards.known(SHOW)).isEmpty();
    assertThat(boards.board(SHOW).orElseThrow().picture(NOW).letters()).isEqualTo("ffff");
    assertThat(boards.mark(SHOW).committed()).isNotEqualTo(before.committed());
  }

  private SeatBoards boards(SeatSource source) {
    return boards(3, source);
  }

  private SeatBoards boards(int most, SeatSource source) {
    return new SeatBoards(
        show -> {
          loads.incrementAndGet();
          return source.load(show);
        },
        SharedNews.NOBODY,
        InstantSource.fixed(NOW),
        new BoardSettings(most, IDLE, Duration.ofMinutes(1), 10),
        nanos::get);
  }

  private static Optional<SeatSource.Snapshot> snapshot() {
    SeatMap map = new SeatMap(List.of(new Section.Mapped("A", 5, 1, 4)));
    SeatRow.Owner owner =
        new SeatRow.Owner(new Buyer("ann"), dev.stampede.engine.claim.HoldId.fresh(1), NOW);
    SeatRow sold = new SeatRow(0, SeatState.SOLD, 2, Optional.of(owner));
    return Optional.of(new SeatSource.Snapshot(map, SeatRows.of(List.of(sold)), NOW));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
