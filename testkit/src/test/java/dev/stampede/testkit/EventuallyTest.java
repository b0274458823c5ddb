package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class EventuallyTest {

  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void theFirstAcceptedValueIsReturned() {
    AtomicInteger count = new AtomicInteger();
    int found =
        Eventually.within(Duration.ofSeconds(30))
            .until("the third", count::incrementAndGet, n -> n >= 3);
    assertThat(found).isEqualTo(3);
  }

  @Test
  void aConditionThatThrowsAtFirstIsAskedAgain() {
    AtomicInteger count = new AtomicInteger();
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "it no longer throws",
            () -> {
              assertThat(count.incrementAndGet()).isGreaterThan(2);
              return true;
            });
    assertThat(count).hasValue(3);
  }

  @Test
  void theMessageSaysWhatWasAwaitedHowLongAndWhatWasSeen() {
    assertThatThrownBy(
            () -> Eventually.within(SHORT).until("the hold is free", () -> 7, n -> n == 8))
        .isInstanceOf(AssertionError.class)
        .hasMessage("waited until the hold is free: not within 50 ms; last seen: the value 7");
    IllegalStateException down = new IllegalStateException("down");
    assertThatThrownBy(
            () ->
                Eventually.within(SHORT)
                    .until(
                        "it answers",
                        () -> {
                          throw down;
                        }))
        .hasMessageContaining("the exception java.lang.IllegalStateException: down")
        .hasCause(down);
  }
}
