package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Examples of the best seats. The seats are drawn row by row: {@code f} free, {@code x} not. */
final class BestSeatsTest {

  @Test
  void theFrontRowFromItsLeftEnd() {
    assertThat(best(2, seats("ffff", "ffff"))).isEqualTo("A-1-1 A-1-2");
  }

  @Test
  void nobodyIsSplitWhileARowFurtherBackCanSeatThem() {
    assertThat(best(3, seats("ffxff", "xfxxf", "xfffx"))).isEqualTo("A-3-2 A-3-3 A-3-4");
  }

  @Test
  void aBlockThatLeavesNoSeatAloneIsPreferredInItsRow() {
    assertThat(best(2, seats("fffxff"))).isEqualTo("A-1-5 A-1-6");
  }

  @Test
  void aBlockThatLeavesNoSeatAloneIsPreferredFurtherBack() {
    assertThat(best(2, seats("fffx", "ffxf"))).isEqualTo("A-2-1 A-2-2");
  }

  @Test
  void anOrphanIsAcceptedBeforeAnotherSectionAndBeforeSplitting() {
    Seats oneTooMany = seats("fffx", "xfff");
    assertThat(best(2, oneTooMany)).isEqualTo("A-1-1 A-1-2");

    SeatMap two =
        new SeatMap(List.of(new Section.Mapped("A", 1, 1, 3), new Section.Mapped("B", 1, 1, 4)));
    assertThat(best(2, new Seats(two, all(7)))).isEqualTo("A-1-1 A-1-2");
  }

  @Test
  void aSeatThatIsAloneAlreadyIsNoOrphanOfOurs() {
    assertThat(best(2, seats("fxff"))).isEqualTo("A-1-3 A-1-4");
    assertThat(best(1, seats("ffxf"))).isEqualTo("A-1-4");
  }

  @Test
  void aRowEndsWhereItEnds() {
    assertThat(best(2, seats("xxf", "fxx", "xff"))).isEqualTo("A-3-2 A-3-3");
  }

  @Test
  void anOpenSectionSeatsAnyoneTogetherByTheLowestNumbers() {
    SeatMap map =
        new SeatMap(List.of(new Section.Mapped("A", 9, 1, 2), new Section.Open("Floor", 5, 6)));
    BitSet free = bits(1, 3, 5, 7);

    assertThat(best(3, new Seats(map, free))).isEqualTo("Floor-2 Floor-4 Floor-6");
    assertThat(best(1, new Seats(map, free))).isEqualTo("A-1-2");
  }

  @Test
  void theSectionAndThePriceAreObeyed() {
    SeatMap map =
        new SeatMap(
            List.of(
                new Section.Mapped("A", 90, 1, 4),
                new Section.Mapped("B", 50, 1, 4),
                new Section.Open("C", 20, 4)));
    Seats seats = new Seats(map, all(12));

    assertThat(best(seats, new Wanted.Best(2, OptionalInt.of(2), OptionalLong.empty())))
        .isEqualTo("C-1 C-2");
    assertThat(best(seats, new Wanted.Best(2, OptionalInt.empty(), OptionalLong.of(50))))
        .isEqualTo("B-1-1 B-1-2");
    assertThat(best(seats, new Wanted.Best(2, OptionalInt.empty(), OptionalLong.of(49))))
        .isEqualTo("C-1 C-2");
    assertThat(best(seats, new Wanted.Best(5, OptionalInt.empty(), OptionalLong.of(49))))
        .isEqualTo("none");
    assertThat(best(seats, new Wanted.Best(1, OptionalInt.of(0), OptionalLong.of(89))))
        .isEqualTo("none");
  }

  @Test
  void aSplitPartySitsInAsFewPiecesAsPossible() {
    assertThat(best(4, seats("fxfxf", "xxxxx", "ffxxx", "fffxx")))
        .isEqualTo("A-3-1 A-3-2 A-4-1 A-4-2");
  }

  @Test
  void aSplitPartySitsInNeighbouringRows() {
    assertThat(best(4, seats("ffxx", "xxxx", "ffxx", "xxff"))).isEqualTo("A-3-1 A-3-2 A-4-3 A-4-4");
    assertThat(best(2, seats("xfxx", "xfxx", "fxfx"))).isEqualTo("A-3-1 A-3-3");
  }

  @Test
  void theLastRowOfASectionAndTheNextSectionAreNeighbours() {
    SeatMap map =
        new SeatMap(
            List.of(
                new Section.Mapped("A", 1, 3, 2),
                new Section.Open("Floor", 1, 2),
                new Section.Mapped("B", 1, 2, 2)));
    // are two rows apart, A-3 and Floor one.
    assertThat(best(4, new Seats(map, bits(0, 1, 4, 5, 6, 7))))
        .isEqualTo("A-3-1 A-3-2 Floor-1 Floor-2");
  }

  @Test
  void noneOnlyWhenFewerAreFreeThanWanted() {
    assertThat(best(3, seats("fxfxf"))).isEqualTo("A-1-1 A-1-3 A-1-5");
    assertThat(best(4, seats("fxfxf"))).isEqualTo("none");
    assertThat(best(1, seats("xxx"))).isEqualTo("none");
    assertThat(best(Integer.MAX_VALUE, seats("fff"))).isEqualTo("none");
  }

  @Test
  void togetherOrNotAtAllWhenAskedSo() {
    Seats seats = seats("fxfxf", "xffxx");
    assertThat(BestSeats.chooseTogether(seats.map(), seats.free(), wish(2)))
        .contains(List.of(6, 7));
    assertThat(BestSeats.chooseTogether(seats.map(), seats.free(), wish(3))).isEmpty();
  }

  /** A seat map and its free seats. */
  private record Seats(SeatMap map, BitSet free) {}

  private static Seats seats(String... rows) {
    SeatMap map = new SeatMap(List.of(new Section.Mapped("A", 1, rows.length, rows[0].length())));
    String states = String.join("", rows);
    BitSet free = new BitSet();
    for (int seat = 0; seat < states.length(); seat++) {
      free.set(seat, states.charAt(seat) == 'f');
    }
    return new Seats(map, free);
  }

  private static String best(int quantity, Seats seats) {
    return best(seats, wish(quantity));
  }

  private static String best(Seats seats, Wanted.Best wish) {
    Optional<List<Integer>> chosen = BestSeats.choose(seats.map(), seats.free(), wish);
    return chosen
        .map(found -> String.join(" ", found.stream().map(seats.map()::label).toList()))
        .orElse("none");
  }

  private static Wanted.Best wish(int quantity) {
    return new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty());
  }

  private static BitSet all(int seats) {
    BitSet free = new BitSet();
    free.set(0, seats);
    return free;
  }

  private static BitSet bits(int... seats) {
    BitSet free = new BitSet();
    for (int seat : seats) {
      free.set(seat);
    }
    return free;
  }
}
