package dev.stampede.engine.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RequestDeadlineTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void withoutOneEveryWaitIsAsLongAsItAllowsItself() {
    assertThat(RequestDeadline.left(MINUTE)).isEqualTo(MINUTE);
    assertThat(RequestDeadline.passed()).isFalse();
  }

  @Test
  void waitsShareWhatIsLeft() {
    Duration left =
        RequestDeadline.within(Duration.ofSeconds(30), () -> RequestDeadline.left(MINUTE));

    assertThat(left).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
    assertThat(
            RequestDeadline.<Duration, RuntimeException>within(
                MINUTE, () -> RequestDeadline.left(MINUTE.dividedBy(2))))
        .as("a wait's own limit")
        .isEqualTo(MINUTE.dividedBy(2));
  }

  @Test
  void nobodyGivesThemselvesMoreTimeThanTheyWereGiven() {
    Duration left =
        RequestDeadline.within(
            Duration.ofSeconds(1),
            () -> RequestDeadline.within(MINUTE, () -> RequestDeadline.left(MINUTE)));

    assertThat(left).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aPassedDeadlineLeavesNoTime() {
    boolean passed = RequestDeadline.within(Duration.ZERO, RequestDeadline::passed);

    assertThat(passed).isTrue();
    Duration left = RequestDeadline.within(Duration.ZERO, () -> RequestDeadline.left(MINUTE));
    assertThat(left).isZero();
  }
}
