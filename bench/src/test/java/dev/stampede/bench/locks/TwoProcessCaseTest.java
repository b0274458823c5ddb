package dev.stampede.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.turns.CaseSample;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The other process takes part, and what it found is counted. */
final class TwoProcessCaseTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void bothProcessesTakeTheLock() throws Exception {
    try (TwoProcessCase both =
        TwoProcessCase.start(
            "both", Kind.PUBSUB, TestServices.shared().redisUrl(), Duration.ofSeconds(30))) {
      // On a busy machine one of them may not get to run in a round as short as this.
      CaseSample sample =
          Eventually.within(PATIENCE)
              .until(
                  "both have had the lock",
                  () -> both.measure(Duration.ofMillis(700)),
                  measured ->
                      !measured.note().contains(" 100% here")
                          && !measured.note().contains("; 0% here"));

      assertThat(sample.ratePerSecond()).isPositive();
      assertThat(sample.p99Millis()).isPresent();
      assertThat(both.unfairness()).isGreaterThanOrEqualTo(1);
    }
  }
}
