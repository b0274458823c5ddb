package dev.stampede.engine.seats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.seats.SeatBoard.Fit;
import dev.stampede.engine.seats.SeatBoard.Shown;
import dev.stampede.engine.seats.SeatBoard.Update;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SeatBoardTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Position START = new Position("e", 0);
  private static final Buyer ANN = new Buyer("ann");
  private static final Buyer BEN = new Buyer("ben");

  private static final Duration A_MOMENT = Duration.ofMillis(500);

  private final SeatBoard board = board(true);

  @Test
  void aBoardStartsFree() {
    assertThat(board.picture(NOW).letters()).isEqualTo("ffffffffff");
    assertThat(board.position()).isEqualTo(START);
  }

  @Test
  void newsWithoutANewerVersionChangesNothing() {
    assertThat(board.apply(held(3, 2, ANN, 60))).isTrue();
    assertThat(board.apply(held(3, 2, BEN, 60))).isFalse();
    assertThat(board.apply(free(3, 1))).isFalse();
    assertThat(board.apply(free(99, 5))).as("no seat of this show").isFalse();
    assertThat(board.picture(NOW).letters()).isEqualTo("fffhffffff");
  }

  @Test
  void aBoardExplainsTheStateVersionAndAgeOfSeats() {
    board.apply(held(3, 2, ANN, 60));
    board.apply(sold(4, 5));

    assertThat(board.explained(List.of(3, 4, 99), NOW))
        .matches(
            "3: HELD at version 2 for \\d+ ms, 60000 ms left,"
                + " 4: SOLD at version 5 for \\d+ ms, 99: no such seat as of .+");
  }

  @Test
  void anyOrderOfTheSameNewsGivesTheSameBoard() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<SeatNotice> notices = new ArrayList<>();
      for (int seat = 0; seat < 10; seat++) {
        int versions = random.nextInt(6);
        for (int version = 1; version <= versions; version++) {
          SeatNotice held = held(seat, version, random.nextBoolean() ? ANN : BEN, 60);
          switch (random.nextInt(4)) {
            case 0 -> notices.add(free(seat, version));
            case 1 -> notices.add(sold(seat, version));
            case 2 -> {
              notices.add(held);
              notices.add(held.expired());
            }
            default -> notices.add(held);
          }
        }
      }
      SeatBoard inOrder = board(true);
      notices.forEach(inOrder::apply);
      List<SeatNotice> shuffled = new ArrayList<>(notices);
      shuffled.addAll(notices.subList(0, notices.size() / 2));
      Collections.shuffle(shuffled, random);
      SeatBoard anyOrder = board(false);
      shuffled.forEach(anyOrder::apply);

      assertThat(anyOrder.notices()).as("seed %d", seed).isEqualTo(inOrder.notices());
      assertThat(anyOrder.picture(NOW).letters()).isEqualTo(inOrder.picture(NOW).letters());
    }
  }

  @Test
  void countsAreThoseOfThePicture() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      SeatBoard any = board(random.nextBoolean());
      for (int change = 0; change < 40; change++) {
        int seat = random.nextInt(10);
        int version = 1 + random.nextInt(8);
        SeatNotice held = held(seat, version, ANN, 1 + random.nextInt(60));
        any.apply(
            switch (random.nextInt(4)) {
              case 0 -> free(seat, version);
              case 1 -> sold(seat, version);
              case 2 -> held.expired();
              default -> held;
            });
        Instant at = NOW.plusSeconds(random.nextInt(70));
        if (random.nextInt(5) == 0) {
          var _ = any.expire(at);
        }
        String letters = any.picture(at).letters();
        assertThat(any.counts(at))
            .as("seed %d, change %d, %s", seed, change, letters)
            .isEqualTo(new Counts(count(letters, 'f'), count(letters, 'h'), count(letters, 's')));
      }
    }
  }

  private static int count(String letters, char letter) {
    return (int) letters.chars().filter(each -> each == letter).count();
  }

  @Test
  void onlyToldNewsMovesThePositionOfASharedBoard() {
    board.apply(held(1, 1, ANN, 60));
    assertThat(board.position()).isEqualTo(START);

    assertThat(board.follow(new Position("e", 1), List.of(held(1, 1, ANN, 60), sold(2, 1))))
        .isEqualTo(Fit.FOLLOWED);

    assertThat(board.position()).isEqualTo(new Position("e", 2));
    assertThat(board.since(START, NOW))
        .isEqualTo(
            new Update.Changes(
                new Position("e", 2),
                List.of(new Shown(1, SeatState.HELD), new Shown(2, SeatState.SOLD))));
  }

  @Test
  void aBoardOnItsOwnNumbersByItself() {
    SeatBoard alone = board(false);
    alone.apply(held(1, 1, ANN, 60));
    alone.apply(held(1, 1, ANN, 60));
    assertThat(alone.position()).isEqualTo(new Position("e", 1));
    assertThat(alone.expire(NOW.plusSeconds(60))).hasSize(1);
    assertThat(alone.position()).isEqualTo(new Position("e", 2));
  }

  @Test
  void newsThatOverlapsIsFollowedAndAGapOrAnotherEpochIsNot() {
    board.follow(new Position("e", 1), List.of(sold(1, 1), sold(2, 1)));

    assertThat(board.follow(new Position("e", 2), List.of(sold(2, 1), sold(3, 1))))
        .isEqualTo(Fit.FOLLOWED);
    assertThat(board.position().n()).isEqualTo(3);
    assertThat(board.follow(new Position("e", 1), List.of(sold(1, 1)))).isEqualTo(Fit.FOLLOWED);
    assertThat(board.position().n()).isEqualTo(3);
    assertThat(board.follow(new Position("e", 5), List.of(sold(4, 1)))).isEqualTo(Fit.BROKEN);
    assertThat(board.follow(new Position("x", 4), List.of(sold(4, 1)))).isEqualTo(Fit.BROKEN);
    assertThat(board.picture(NOW).letters()).isEqualTo("fsssffffff");
  }

  @Test
  void aPositionCanBeContinuedFromWhileTheLogReachesIt() {
    for (int version = 1; version <= 30; version++) {
      board.follow(new Position("e", version), List.of(sold(version % 3, version)));
    }
    assertThat(board.since(new Position("e", 9), NOW)).isInstanceOf(Update.Reset.class);
    assertThat(board.since(new Position("x", 30), NOW)).isInstanceOf(Update.Reset.class);
    assertThat(changed(board.since(new Position("e", 10), NOW))).containsExactly(0, 1, 2);
    assertThat(changed(board.since(new Position("e", 29), NOW))).containsExactly(0);
    assertThat(changed(board.since(new Position("e", 30), NOW))).isEmpty();
    assertThat(changed(board.since(new Position("e", 31), NOW)))
        .as("who comes from a faster server")
        .isEmpty();
    assertThat(changed(board.since(new Position("e", 27), new Position("e", 28), NOW)))
        .containsExactly(1);
    board.restart(new Position("y", 7), true);
    assertThat(board.since(new Position("y", 6), NOW)).isInstanceOf(Update.Reset.class);
    assertThat(changed(board.since(new Position("y", 7), NOW))).isEmpty();
  }

  private static List<Integer> changed(Update update) {
    return ((Update.Changes) update).seats().stream().map(Shown::seat).toList();
  }

  @Test
  void aHoldReadsAsFreeFromItsLastMomentOnAndIsFoundOnce() {
    board.apply(held(1, 1, ANN, 60));
    board.apply(held(2, 1, ANN, 90));
    Instant end = NOW.plusSeconds(60);

    assertThat(board.picture(end.minusMillis(1)).letters()).isEqualTo("fhhfffffff");
    assertThat(board.picture(end.minusMillis(1)).goodUntilMillis()).isEqualTo(end.toEpochMilli());
    assertThat(board.picture(end).letters()).isEqualTo("ffhfffffff");
    assertThat(board.expire(end.minusMillis(1))).isEmpty();
    assertThat(board.expire(end))
        .containsExactly(new SeatBoard.Expiry(held(1, 1, ANN, 60).expired(), false));
    assertThat(board.expire(end)).isEmpty();
    assertThat(board.apply(held(1, 1, ANN, 60))).as("late news of the hold").isFalse();
    assertThat(board.apply(free(1, 2))).as("the reaper's tidying is newer").isTrue();
    assertThat(board.picture(end).goodUntilMillis()).isEqualTo(NOW.plusSeconds(90).toEpochMilli());
  }

  @Test
  void onlyWhatIsCertainlyAnothersIsTaken() {
    board.apply(held(1, 1, ANN, 60));
    board.apply(sold(2, 1));
    board.apply(held(3, 1, ANN, 1));
    List<Integer> all = List.of(0, 1, 2, 3, 99);
    Duration certainty = Duration.ofSeconds(1);

    assertThat(board.takenFrom(all, BEN, NOW, certainty)).containsExactly(1, 2);
    assertThat(board.takenFrom(all, ANN, NOW, certainty)).isEmpty();
    assertThat(board.takenFrom(all, BEN, NOW.plusSeconds(59), certainty)).containsExactly(2);
  }

  @Test
  void aSeatIsSeenFreeOnlyForAsLongAsItWas() {
    assertThat(board.areFreeFor(List.of(1, 2), Duration.ZERO)).isTrue();
    assertThat(board.areFreeFor(List.of(1, 2), Duration.ofHours(1))).isFalse();
    board.apply(sold(2, 1));
    assertThat(board.areFreeFor(List.of(1, 2), Duration.ZERO)).isFalse();
    assertThat(board.areFreeFor(List.of(99), Duration.ZERO)).isFalse();
  }

  @Test
  void aBoardIsShortOfSeatsOnceFewerAreFreeThanWanted() {
    for (int seat = 0; seat < 9; seat++) {
      assertThat(isShortOf(2)).as("%d are free", 10 - seat).isFalse();
      board.apply(seat % 2 == 0 ? sold(seat, 1) : held(seat, 1, ANN, 60));
    }

    assertThat(isShortOf(2)).isTrue();
    assertThat(isShortOf(1)).isFalse();
    board.apply(sold(9, 1));
    assertThat(isShortOf(1)).isTrue();
    board.apply(free(3, 2));
    assertThat(isShortOf(1)).isFalse();
  }

  @Test
  void onlySeatsThatTheWishAllowsCount() {
    for (int seat = 6; seat < 10; seat++) {
      board.apply(sold(seat, 1));
    }

    assertThat(board.isShortOf(best(1, OptionalInt.of(1), OptionalLong.empty()), NOW, A_MOMENT))
        .isTrue();
    assertThat(board.isShortOf(best(1, OptionalInt.of(0), OptionalLong.empty()), NOW, A_MOMENT))
        .isFalse();
    assertThat(board.isShortOf(best(1, OptionalInt.empty(), OptionalLong.of(4)), NOW, A_MOMENT))
        .isTrue();
    assertThat(board.isShortOf(best(6, OptionalInt.empty(), OptionalLong.of(5)), NOW, A_MOMENT))
        .isFalse();
  }

  @Test
  void aHoldThatIsAboutToEndMayBeFreeByTheDatabasesClock() {
    for (int seat = 0; seat < 10; seat++) {
      board.apply(held(seat, 1, ANN, seat == 4 ? 2 : 60));
    }

    assertThat(isShortOf(1)).as("2 s before its end").isTrue();
    Instant near = NOW.plusSeconds(2).minus(A_MOMENT);
    assertThat(board.isShortOf(best(1), near, A_MOMENT)).isFalse();
    KnownSeats.Free free = board.free(near, A_MOMENT);
    assertThat(free.free().isEmpty()).isTrue();
    assertThat(free.ending()).isEqualTo(BitSet.valueOf(new long[] {1L << 4}));
    assertThat(board.free(NOW.plusSeconds(2), A_MOMENT).free())
        .as("at its end")
        .isEqualTo(BitSet.valueOf(new long[] {1L << 4}));

    board.apply(held(4, 2, ANN, 60));
    assertThat(board.isShortOf(best(1), near, A_MOMENT)).as("given more time").isTrue();
    assertThat(board.expire(NOW.plusSeconds(60))).hasSize(10);
    assertThat(board.isShortOf(best(10), NOW.plusSeconds(60), A_MOMENT)).isFalse();
  }

  @Test
  void theCountsMatchTheFreeSeatsAfterAnySequenceOfChanges() {
    Random random = new Random(7);
    int[] versions = new int[10];
    for (int i = 0; i < 2_000; i++) {
      int seat = random.nextInt(10);
      Instant now = NOW.plusMillis(i * 37L);
      board.apply(
          switch (random.nextInt(3)) {
            case 0 -> free(seat, ++versions[seat]);
            case 1 -> sold(seat, ++versions[seat]);
            default -> held(seat, ++versions[seat], ANN, 1 + (int) (i * 0.037) + random.nextInt(3));
          });
      if (random.nextInt(10) == 0) {
        board.expire(now);
      }
      KnownSeats.Free free = board.free(now, A_MOMENT);
      int mayBeFree = free.free().cardinality() + free.ending().cardinality();
      assertThat(free.free().cardinality()).isEqualTo(board.counts(now).free());
      assertThat(mayBeFree == 10 || board.isShortOf(best(mayBeFree + 1), now, A_MOMENT)).isTrue();
      assertThat(mayBeFree == 0 || !board.isShortOf(best(mayBeFree), now, A_MOMENT)).isTrue();
    }
  }

  @Test
  void aHoldThatThisProcessMadeIsItsOwnUntilSomebodyElseChangesIt() {
    board.applyOwn(held(1, 1, ANN, 60));
    board.apply(held(2, 1, ANN, 60));
    board.applyOwn(held(3, 1, ANN, 60));
    board.apply(held(3, 2, ANN, 60));

    assertThat(board.expire(NOW.plusSeconds(60)))
        .extracting(expiry -> expiry.notice().seat(), SeatBoard.Expiry::isOwn)
        .containsExactly(tuple(1, true), tuple(2, false), tuple(3, false));
  }

  private boolean isShortOf(int quantity) {
    return board.isShortOf(best(quantity), NOW, A_MOMENT);
  }

  private static Wanted.Best best(int quantity) {
    return best(quantity, OptionalInt.empty(), OptionalLong.empty());
  }

  private static Wanted.Best best(int quantity, OptionalInt section, OptionalLong maxPrice) {
    return new Wanted.Best(quantity, section, maxPrice);
  }

  @Test
  void aCopyIsTheSameBoard() {
    board.apply(held(1, 1, ANN, 60));
    board.follow(new Position("e", 1), List.of(sold(2, 4)));

    SeatBoard copy = BoardCodec.unpack(board.show(), BoardCodec.pack(board), 20).orElseThrow();

    assertThat(copy.position()).isEqualTo(board.position());
    assertThat(copy.notices()).isEqualTo(board.notices());
    assertThat(copy.map().sections()).isEqualTo(board.map().sections());
    byte[] cut = java.util.Arrays.copyOf(BoardCodec.pack(board), 20);
    assertThat(BoardCodec.unpack(board.show(), cut, 20)).isEmpty();
    assertThat(BoardCodec.unpack(board.show(), new byte[] {1, 2, 3}, 20)).isEmpty();
  }

  @Test
  void aPositionHasOneSpelling() {
    assertThat(Position.parse("abc1.42")).hasValue(new Position("abc1", 42));
    assertThat(Position.fresh().toString()).matches("[a-z0-9]{8,16}\\.0");
    for (String wrong : List.of("", ".", "a.", ".1", "a.01", "A.1", "a.-1", "a.1.2", "a b.1")) {
      assertThat(Position.parse(wrong)).as(wrong).isEqualTo(Optional.empty());
    }
    Position fresh = Position.fresh();
    assertThat(Position.parse(fresh.toString())).hasValue(fresh);
  }

  private static SeatBoard board(boolean shared) {
    SeatMap map =
        new SeatMap(List.of(new Section.Mapped("A", 5, 2, 3), new Section.Open("B", 7, 4)));
    return new SeatBoard(new ShowId(1), map, START, shared, 20);
  }

  private static SeatNotice held(int seat, int version, Buyer buyer, int seconds) {
    return new SeatNotice(
        seat,
        SeatNotice.rank(version),
        SeatState.HELD,
        NOW.plusSeconds(seconds).toEpochMilli(),
        SeatNotice.ownerOf(buyer));
  }

  private static SeatNotice sold(int seat, int version) {
    return new SeatNotice(
        seat, SeatNotice.rank(version), SeatState.SOLD, 0, SeatNotice.ownerOf(ANN));
  }

  private static SeatNotice free(int seat, int version) {
    return new SeatNotice(seat, SeatNotice.rank(version), SeatState.FREE, 0, 0);
  }
}
