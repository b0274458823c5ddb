package dev.stampede.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.bench.turns.CaseSample;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The other process takes part, and what it found is counted. */
final class TwoProcessCaseTest {

  @Test
  void bothProcessesTakeTheLock() throws Exception {
    try (TwoProcessCase both =
        TwoProcessCase.start(
            "both", Kind.PUBSUB, TestServices.shared().redisUrl(), Duration.ofSeconds(30))) {
      CaseSample sample = both.measure(Duration.ofMillis(700));

      assertThat(sample.ratePerSecond()).isPositive();
      assertThat(sample.p99Millis()).isPresent();
      assertThat(sample.note()).doesNotContain(" 100% here").doesNotContain("; 0% here");
      assertThat(both.unfairness()).isGreaterThanOrEqualTo(1);
    }
  }
}
