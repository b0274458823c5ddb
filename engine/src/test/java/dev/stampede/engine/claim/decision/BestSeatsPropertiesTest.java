package dev.stampede.engine.claim.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Compares the best seats with a search through every set of seats of a small show.
 *
 * <p>The search knows the rules only as an order of preference over finished choices; it has no
 * fast way to find one.
 *
 * <p>Seen to fail with planted bugs: orphans not avoided, a cached scan that is out of date, the
 * first way to split instead of the narrowest, a price limit that excludes itself.
 */
final class BestSeatsPropertiesTest {

  private static final int MAX_SEATS = 12;

  /** A show, its free seats, and a buyer's wish. */
  record Visit(SeatMap map, BitSet free, Wanted.Best wish) {

    boolean isEligible(int seat) {
      return free.get(seat)
          && (wish.section().isEmpty() || wish.section().getAsInt() == map.sectionOf(seat))
          && (wish.maxPrice().isEmpty() || map.price(seat) <= wish.maxPrice().getAsLong());
    }

    @Override
    public String toString() {
      return map.sections() + " free " + free + " " + wish;
    }
  }

  @Provide
  Arbitrary<Visit> smallVisits() {
    return visits(3, MAX_SEATS);
  }

  @Provide
  Arbitrary<Visit> largeVisits() {
    return visits(20, 400);
  }

  @Property(tries = 1_000)
  void noSetOfSeatsIsPreferredToTheChosenOne(@ForAll("smallVisits") Visit visit) {
    Optional<List<Integer>> chosen = BestSeats.choose(visit.map(), visit.free(), visit.wish());
    Optional<Preference> preferred = everyChoice(visit).map(c -> preference(c, visit)).min(ORDER);

    assertThat(chosen.map(seats -> preference(seats, visit))).isEqualTo(preferred);
  }

  @Property(tries = 1_000)
  void theChosenSeatsAreFreeAllowedDistinctSortedAndAsManyAsWanted(
      @ForAll("largeVisits") Visit visit) {
    long eligible = IntStream.range(0, visit.map().size()).filter(visit::isEligible).count();
    BitSet before = (BitSet) visit.free().clone();

    Optional<List<Integer>> chosen = BestSeats.choose(visit.map(), visit.free(), visit.wish());

    assertThat(chosen.isPresent()).isEqualTo(eligible >= visit.wish().quantity());
    chosen.ifPresent(
        seats ->
            assertThat(seats)
                .hasSize(visit.wish().quantity())
                .doesNotHaveDuplicates()
                .isSorted()
                .allMatch(visit::isEligible));
    assertThat(visit.free()).isEqualTo(before);
  }

  @Property(tries = 1_000)
  void aPartySitsTogetherIfItCanAndLeavesNoAvoidableOrphan(@ForAll("largeVisits") Visit visit) {
    List<Preference> blocks =
        IntStream.range(0, visit.map().size())
            .mapToObj(first -> block(first, visit))
            .flatMap(Optional::stream)
            .map(seats -> preference(seats, visit))
            .toList();

    Optional<List<Integer>> together =
        BestSeats.chooseTogether(visit.map(), visit.free(), visit.wish());

    assertThat(together.map(seats -> preference(seats, visit)))
        .isEqualTo(blocks.stream().min(ORDER));
    if (together.isPresent()) {
      assertThat(BestSeats.choose(visit.map(), visit.free(), visit.wish())).isEqualTo(together);
    }
  }

  /**
   * The criteria that compare two choices. Together: section, orphans, row, place. Apart: span of
   * rows and foremost row; the section follows from that row, and orphans do not count.
   */
  private record Preference(int pieces, int section, int orphans, int span, int row, int place) {}

  private static final Comparator<Preference> ORDER =
      Comparator.comparingInt(Preference::pieces)
          .thenComparingInt(Preference::section)
          .thenComparingInt(Preference::orphans)
          .thenComparingInt(Preference::span)
          .thenComparingInt(Preference::row)
          .thenComparingInt(Preference::place);

  private static Preference preference(List<Integer> seats, Visit visit) {
    int pieces = 1;
    for (int i = 1; i < seats.size(); i++) {
      pieces += areTogether(seats.get(i - 1), seats.get(i), visit.map()) ? 0 : 1;
    }
    int first = seats.getFirst();
    int row = rowOf(first, visit.map());
    if (pieces > 1) {
      return new Preference(pieces, 0, 0, rowOf(seats.getLast(), visit.map()) - row, row, 0);
    }
    // Of an open section the lowest numbers: they have the lowest sum.
    int place =
        visit.map().isMapped(first) ? first : seats.stream().mapToInt(Integer::intValue).sum();
    return new Preference(1, visit.map().sectionOf(first), orphans(seats, visit), 0, row, place);
  }

  private static boolean areTogether(int left, int right, SeatMap map) {
    return rowOf(left, map) == rowOf(right, map) && (right == left + 1 || !map.isMapped(left));
  }

  /** The row of a seat, counted through the show; an open section is one row. */
  private static int rowOf(int seat, SeatMap map) {
    int section = map.sectionOf(seat);
    int row = 0;
    for (int i = 0; i < section; i++) {
      row += map.sections().get(i) instanceof Section.Mapped mapped ? mapped.rows() : 1;
    }
    return map.sections().get(section) instanceof Section.Mapped mapped
        ? row + (seat - map.firstSeat(section)) / mapped.seatsPerRow()
        : row;
  }

  /** The number of seats that are alone after this choice and were not before. */
  private static int orphans(List<Integer> seats, Visit visit) {
    BitSet after = (BitSet) visit.free().clone();
    seats.forEach(after::clear);
    return (int)
        IntStream.range(0, visit.map().size())
            .filter(visit.map()::isMapped)
            .filter(seat -> isAlone(seat, after, visit.map()))
            .filter(seat -> !isAlone(seat, visit.free(), visit.map()))
            .count();
  }

  private static boolean isAlone(int seat, BitSet free, SeatMap map) {
    return free.get(seat)
        && !isFreeBeside(seat, seat - 1, free, map)
        && !isFreeBeside(seat, seat + 1, free, map);
  }

  private static boolean isFreeBeside(int seat, int other, BitSet free, SeatMap map) {
    return other >= 0
        && other < map.size()
        && rowOf(seat, map) == rowOf(other, map)
        && free.get(other);
  }

  /** The wanted number of seats from this one on, side by side unless the section is open. */
  private static Optional<List<Integer>> block(int first, Visit visit) {
    List<Integer> seats = new ArrayList<>();
    for (int seat = first; seat < visit.map().size(); seat++) {
      if (visit.isEligible(seat)
          && (seats.isEmpty() || areTogether(seats.getLast(), seat, visit.map()))) {
        seats.add(seat);
      }
      if (seats.size() == visit.wish().quantity()) {
        return Optional.of(seats);
      }
    }
    return Optional.empty();
  }

  private static Stream<List<Integer>> everyChoice(Visit visit) {
    return IntStream.range(1, 1 << visit.map().size())
        .filter(set -> Integer.bitCount(set) == visit.wish().quantity())
        .mapToObj(
            set ->
                IntStream.range(0, visit.map().size())
                    .filter(seat -> (set & (1 << seat)) != 0)
                    .boxed()
                    .toList())
        .filter(seats -> seats.stream().allMatch(visit::isEligible));
  }

  private static Arbitrary<Visit> visits(int maxLength, int maxSeats) {
    Arbitrary<Integer> length = Arbitraries.integers().between(1, maxLength);
    Arbitrary<Section> section =
        Combinators.combine(
                Arbitraries.of(true, true, false),
                length,
                length,
                Arbitraries.integers().between(1, 3))
            .as(
                (mapped, rows, seats, price) ->
                    mapped
                        ? new Section.Mapped("X", price, rows, seats)
                        : new Section.Open("X", price, seats));
    Arbitrary<SeatMap> map =
        section
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(BestSeatsPropertiesTest::named)
            .map(SeatMap::new)
            .filter(m -> m.size() <= maxSeats);
    return Combinators.combine(
            map,
            Arbitraries.randoms(),
            Arbitraries.of(10, 40, 60, 80, 95, 100),
            Arbitraries.integers().between(1, 6),
            Arbitraries.integers().between(-4, 2),
            Arbitraries.integers().between(0, 8))
        .as(
            (m, random, percentFree, quantity, only, maxPrice) -> {
              BitSet free = new BitSet();
              IntStream.range(0, m.size())
                  .filter(_ -> random.nextInt(100) < percentFree)
                  .forEach(free::set);
              return new Visit(
                  m,
                  free,
                  new Wanted.Best(
                      quantity,
                      only < 0 ? OptionalInt.empty() : OptionalInt.of(only),
                      maxPrice > 3 ? OptionalLong.empty() : OptionalLong.of(maxPrice)));
            });
  }

  private static List<Section> named(List<Section> sections) {
    List<Section> named = new ArrayList<>();
    for (Section section : sections) {
      String name = "S" + named.size();
      named.add(
          switch (section) {
            case Section.Mapped m -> new Section.Mapped(name, m.price(), m.rows(), m.seatsPerRow());
            case Section.Open o -> new Section.Open(name, o.price(), o.capacity());
          });
    }
    return named;
  }
}
