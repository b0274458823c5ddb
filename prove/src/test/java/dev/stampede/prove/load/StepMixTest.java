package dev.stampede.prove.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StepMixTest {

  @Test
  void theSameSeedDrawsTheSameSteps() {
    assertThat(steps(5, 1_000)).isEqualTo(steps(5, 1_000)).isNotEqualTo(steps(6, 1_000));
  }

  @Test
  void stepsAreDrawnInProportionToTheirWeights() {
    int draws = 100_000;
    Map<ClientStep, Integer> drawn = new EnumMap<>(ClientStep.class);
    steps(1, draws).forEach(step -> drawn.merge(step, 1, Integer::sum));
    double sum = Arrays.stream(ClientStep.values()).mapToDouble(ClientStep::weight).sum();

    for (ClientStep step : ClientStep.values()) {
      assertThat(drawn.getOrDefault(step, 0) / (double) draws)
          .as(step.name())
          .isCloseTo(step.weight() / sum, within(0.005));
    }
  }

  @Test
  void theFirstOfManyIsDrawnMostAndTheLastSeldom() {
    ZipfDraw zipf = new ZipfDraw(100, 1);
    Random random = new Random(3);
    int[] drawn = new int[100];
    IntStream.range(0, 100_000).forEach(_ -> drawn[zipf.draw(random)]++);

    assertThat(drawn[0] / 100_000d).isCloseTo(1 / 5.187, within(0.01));
    assertThat(drawn[9] / (double) drawn[0]).isCloseTo(0.1, within(0.02));
    assertThat(drawn[99]).isPositive();
  }

  @Test
  void aClaimForSeveralSeatsNamesEachOnce() {
    LoadShow show =
        new LoadShow(
            1,
            new LoadShow.ShowTraits(
                "Small", 5, 0, "", List.of(SectionLayout.mapped("A", 10, 1, 3))));
    Random random = new Random(9);

    assertThat(Stream.generate(() -> show.seats(random, 4)).limit(200))
        .allSatisfy(seats -> assertThat(seats).hasSize(3).doesNotHaveDuplicates());
  }

  private static List<ClientStep> steps(long seed, int count) {
    Random random = new Random(seed);
    return Stream.generate(() -> StepMix.draw(random)).limit(count).toList();
  }
}
