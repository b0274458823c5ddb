package dev.stampede.engine.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DeadlineTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void withoutOneEveryWaitIsAsLongAsItAllowsItself() {
    assertThat(Deadline.left(MINUTE)).isEqualTo(MINUTE);
    assertThat(Deadline.passed()).isFalse();
  }

  @Test
  void waitsShareWhatIsLeft() {
    Duration left = Deadline.within(Duration.ofSeconds(30), () -> Deadline.left(MINUTE));

    assertThat(left).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
    assertThat(
            Deadline.<Duration, RuntimeException>within(
                MINUTE, () -> Deadline.left(MINUTE.dividedBy(2))))
        .as("a wait's own limit")
        .isEqualTo(MINUTE.dividedBy(2));
  }

  @Test
  void nobodyGivesThemselvesMoreTimeThanTheyWereGiven() {
    Duration left =
        Deadline.within(
            Duration.ofSeconds(1), () -> Deadline.within(MINUTE, () -> Deadline.left(MINUTE)));

    assertThat(left).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whatIsOverIsOver() {
    boolean passed = Deadline.within(Duration.ZERO, Deadline::passed);

    assertThat(passed).isTrue();
    Duration left = Deadline.within(Duration.ZERO, () -> Deadline.left(MINUTE));
    assertThat(left).isZero();
  }
}
