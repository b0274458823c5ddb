package dev.stampede.engine.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ArrivalTimesTest {

  private final ArrivalTimes arrivals = new ArrivalTimes();

  @Test
  void aBuyersNumberTellsTheirWaitingTime() {
    arrivals.saw(10, 1_000);
    arrivals.saw(20, 2_000);

    assertThat(arrivals.waited(15, 5_000)).isEqualTo(Duration.ofNanos(3_000));
    assertThat(arrivals.waited(20, 5_000)).isEqualTo(Duration.ofNanos(3_000));
  }

  @Test
  void theWaitIsZeroForNumbersOutsideTheObservedRange() {
    arrivals.saw(10, 1_000);

    assertThat(arrivals.waited(10, 5_000)).isZero();
    assertThat(arrivals.waited(11, 5_000)).isZero();
  }

  @Test
  void itRemembersAsMuchAsItMay() {
    for (int i = 0; i <= 10 * ArrivalTimes.MOMENTS; i++) {
      arrivals.saw(i, i);
    }

    assertThat(
            arrivals.waited(10L * ArrivalTimes.MOMENTS, 10L * ArrivalTimes.MOMENTS + 7).toNanos())
        .isBetween(7L, 100L);
  }
}
