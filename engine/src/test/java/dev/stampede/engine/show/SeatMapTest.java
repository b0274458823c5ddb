package dev.stampede.engine.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A map gives every seat one number and one label, and understands no other. */
final class SeatMapTest {

  private static final SeatMap MIXED =
      new SeatMap(
          List.of(
              new Section.Mapped("A", 50, 3, 4),
              new Section.Open("Floor", 20, 11),
              new Section.Mapped("a", 40, 1, 12),
              new Section.Mapped("Balcony12345", 30, 12, 1)));

  @Test
  void seatsAreNumberedSectionBySectionRowByRow() {
    assertThat(MIXED.size()).isEqualTo(12 + 11 + 12 + 12);
    assertThat(MIXED.label(0)).isEqualTo("A-1-1");
    assertThat(MIXED.label(4)).isEqualTo("A-2-1");
    assertThat(MIXED.label(11)).isEqualTo("A-3-4");
    assertThat(MIXED.label(12)).isEqualTo("Floor-1");
    assertThat(MIXED.label(22)).isEqualTo("Floor-11");
    assertThat(MIXED.label(23)).isEqualTo("a-1-1");
    assertThat(MIXED.label(46)).isEqualTo("Balcony12345-12-1");
  }

  @Test
  void everyLabelLeadsBackToItsSeat() {
    for (int seat = 0; seat < MIXED.size(); seat++) {
      assertThat(MIXED.seat(MIXED.label(seat))).hasValue(seat);
    }
    assertThat(IntStream.range(0, MIXED.size()).mapToObj(MIXED::label)).doesNotHaveDuplicates();
  }

  @Test
  void theLargestSeatMapAnswersForEverySeat() {
    SeatMap largest =
        new SeatMap(
            List.of(
                new Section.Mapped("ABCDEFGHIJKL", 1, 1, 99_999),
                new Section.Mapped("Column", 1, 99_999, 1),
                new Section.Open("Z", 1, 2)));

    assertThat(largest.size()).isEqualTo(SeatMap.MAX_SEATS);
    for (int seat = 0; seat < largest.size(); seat++) {
      String label = largest.label(seat);
      assertThat(label.length()).isLessThanOrEqualTo(SeatMap.MAX_LABEL_CHARS);
      assertThat(largest.seat(label)).hasValue(seat);
    }
  }

  @Test
  void aSeatKnowsItsSectionItsPriceAndWhetherItIsMapped() {
    for (int seat = 0; seat < MIXED.size(); seat++) {
      Section section = MIXED.sections().get(MIXED.sectionOf(seat));
      assertThat(MIXED.label(seat)).startsWith(section.name() + "-");
      assertThat(MIXED.price(seat)).isEqualTo(section.price());
      assertThat(MIXED.isMapped(seat)).isEqualTo(section instanceof Section.Mapped);
    }
    assertThat(MIXED.sectionNamed("a")).hasValue(2);
    assertThat(MIXED.firstSeat(2)).isEqualTo(23);
    assertThat(MIXED.sectionNamed("B")).isEmpty();
  }

  @Test
  void aLabelHasOneSpelling() {
    for (String wrong :
        List.of(
            "",
            "-",
            "A",
            "A-",
            "A-1",
            "A-1-",
            "A--1",
            "A-1-1-",
            "A-1-1-1",
            "-1-1",
            "A-0-1",
            "A-1-0",
            "A-01-1",
            "A-1-01",
            "A-4-1",
            "A-1-5",
            "A-+1-1",
            "A--1-1",
            "A-1-١",
            "A-1-1 ",
            " A-1-1",
            "A-1 -1",
            "A-1-1\n",
            "A-1-1\u0000",
            "A\u0000-1-1",
            "A\u0007-1-1",
            "B-1-1",
            "A-4294967297-1",
            "A-1-4294967297",
            "A-999999-999999",
            "A-99999999999999999999-1",
            "Floor-0",
            "Floor-01",
            "Floor-12",
            "Floor-1-1",
            "floor-1",
            "Balcony12345-000001-000001",
            "\ud83c\udfad-1-1")) {
      assertThat(MIXED.seat(wrong)).as("seat of '%s'", wrong).isEqualTo(OptionalInt.empty());
    }
  }

  @Test
  void aLabelOfAMegabyteIsNoSeat() {
    int megabyte = 1 << 20;
    assertThat(MIXED.seat("A".repeat(megabyte))).isEmpty();
    assertThat(MIXED.seat("A-" + "1".repeat(megabyte) + "-1")).isEmpty();
    assertThat(MIXED.seat("A-1-1" + " ".repeat(megabyte))).isEmpty();
  }

  @Test
  void aNumberOutsideTheMapHasNoLabel() {
    assertThatIllegalArgumentException().isThrownBy(() -> MIXED.label(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MIXED.label(47))
        .withMessageContaining("seat 47 is not one of 47");
  }

  @Test
  void aMapHasLimits() {
    Section.Open one = new Section.Open("A", 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SeatMap(List.of()))
        .withMessageContaining("0 sections; give 1..200");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SeatMap(List.of(one, one)))
        .withMessageContaining("two sections are called A");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SeatMap(List.of(one, new Section.Open("B", 1, SeatMap.MAX_SEATS))))
        .withMessageContaining("at most 200000");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SeatMap(
                    IntStream.rangeClosed(0, SeatMap.MAX_SECTIONS)
                        .<Section>mapToObj(i -> new Section.Open("S" + i, 1, 1))
                        .toList()))
        .withMessageContaining("201 sections");
  }

  @Test
  void aSectionHasLimitsAndSaysWhich() {
    refused("section A has 0 rows of 5 seats", "A", 1, 0, 5);
    refused("section A has 5 rows of -1 seats", "A", 1, 5, -1);
    refused("section A costs 0", "A", 0, 1, 1);
    refused("section A costs 9007199254740992", "A", Section.MAX_PRICE + 1, 1, 1);
    refused("section name ''", "", 1, 1, 1);
    refused("section name 'A-1'", "A-1", 1, 1, 1);
    refused("section name 'A\n'", "A\n", 1, 1, 1);
    refused("section name 'ABCDEFGHIJKLM'", "ABCDEFGHIJKLM", 1, 1, 1);
    refused("section A has 200001 seats", "A", 1, 200_001, 1);
    // Would be 0 seats, and 1, if it were counted in 32 bits.
    refused("section A has 4294967296 seats", "A", 1, 65_536, 65_536);
    refused("section A has 4611686014132420609 seats", "A", 1, 2147483647, 2147483647);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Section.Open("A", 1, 0))
        .withMessageContaining("capacity 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Section.Open("A", 1, Integer.MAX_VALUE))
        .withMessageContaining("at most 200000");
  }

  private static void refused(String why, String name, long price, int rows, int seatsPerRow) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Section.Mapped(name, price, rows, seatsPerRow))
        .withMessageContaining(why);
  }
}
