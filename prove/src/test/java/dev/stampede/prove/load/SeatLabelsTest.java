package dev.stampede.prove.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SeatLabelsTest {

  private final SeatLabels labels =
      new SeatLabels(
          List.of(
              SectionLayout.mapped("A", 10, 2, 3),
              SectionLayout.open("Lawn", 5, 4),
              SectionLayout.mapped("B", 10, 1, 2)));

  @Test
  void seatsCountFromZeroInTheOrderOfTheMap() {
    assertThat(IntStream.range(0, labels.size()).mapToObj(labels::label))
        .containsExactly(
            "A-1-1", "A-1-2", "A-1-3", "A-2-1", "A-2-2", "A-2-3", "Lawn-1", "Lawn-2", "Lawn-3",
            "Lawn-4", "B-1-1", "B-1-2");
  }

  @Test
  void aLabelLeadsBackToItsNumber() {
    assertThat(IntStream.range(0, labels.size()).map(seat -> labels.number(labels.label(seat))))
        .containsExactly(IntStream.range(0, labels.size()).boxed().toArray(Integer[]::new));
    assertThat(labels.number("C-1-1")).isEqualTo(-1);
  }

  @Test
  void labelsAreWrittenAsJson() {
    assertThat(labels.json(List.of(10, 0))).isEqualTo("[\"B-1-1\",\"A-1-1\"]");
  }

  @Test
  void aPlaceAndAnOperationAreReadFromTheirTokens() {
    assertThat(ReadableTokens.place("1.NwoxNwozCgphbm4.x2k")).isEqualTo("17/3");
    assertThat(ReadableTokens.operation("1.AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAAD.x2k"))
        .isEqualTo("00000000-0000-0001-0000-000000000002");
    assertThat(ReadableTokens.hash("a")).hasSize(16).isNotEqualTo(ReadableTokens.hash("b"));
  }
}
