package dev.stampede.bench.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ZipfTest {

  private static final int DRAWS = 200_000;

  @Test
  void theSecondIsDrawnHalfAsOftenAsTheFirstAndTheTenthATenth() {
    int[] drawn = draw(new Zipf(10_000, new SplittableRandom(1)), 10_000);

    // 1/1 + 1/2 + … + 1/10,000 is 9.79.
    assertThat(drawn[0] / (double) DRAWS).isCloseTo(1 / 9.79, within(0.005));
    assertThat(drawn[1] / (double) drawn[0]).isCloseTo(0.5, within(0.03));
    assertThat(drawn[9] / (double) drawn[0]).isCloseTo(0.1, within(0.02));
  }

  @Test
  void everyoneIsDrawnNowAndThenAndNobodyElse() {
    assertThat(draw(new Zipf(3, new SplittableRandom(2)), 3)).doesNotContain(0);
    assertThat(new Zipf(1, new SplittableRandom(3)).next()).isZero();
  }

  private static int[] draw(Zipf zipf, int size) {
    int[] drawn = new int[size];
    for (int i = 0; i < DRAWS; i++) {
      drawn[zipf.next()]++;
    }
    return drawn;
  }
}
