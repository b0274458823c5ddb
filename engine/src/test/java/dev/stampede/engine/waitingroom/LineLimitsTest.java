package dev.stampede.engine.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LineLimitsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void aLineHoldsNoMoreThanCanBeDrawn() {
    assertThat(LineLimits.DEFAULT.maxWaiting()).isLessThanOrEqualTo(EarlyArrivals.MAX);
    assertThatThrownBy(
            () -> new LineLimits(MINUTE.multipliedBy(5), MINUTE, SECOND, 1, EarlyArrivals.MAX + 1L))
        .hasMessageContaining("maxWaiting is 4000001, set 1..4000000");
  }

  @Test
  void aPlaceIsKeptLongerThanAPollMayTake() {
    assertThatThrownBy(() -> LineLimits.DEFAULT.withPatience(MINUTE))
        .hasMessageContaining("set patience above the longest poll");
  }
}
