package dev.stampede.engine.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class AdmissionRateTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void theFirstEstimateUsesTheConfiguredRate() {
    AdmissionRate pace = AdmissionRate.UNKNOWN.seen(0, 10, 0);

    assertThat(pace.until(1_000)).contains(Duration.ofSeconds(100));
  }

  @Test
  void theObservedRateGraduallyReplacesTheConfiguredOne() {
    AdmissionRate pace = AdmissionRate.UNKNOWN.seen(0, 10, 0);
    for (int second = 1; second <= 300; second++) {
      pace = pace.seen(2L * second, 10, second * SECOND);
    }

    assertThat(pace.until(200)).contains(Duration.ofSeconds(100));
  }

  @Test
  void thereIsNoEstimateWhileNobodyIsLetIn() {
    AdmissionRate pace = AdmissionRate.UNKNOWN.seen(5, 10, 0);
    for (int second = 1; second <= 600; second++) {
      pace = pace.seen(5, 10, second * SECOND);
    }

    assertThat(pace.until(200)).isEmpty();
    assertThat(AdmissionRate.UNKNOWN.seen(0, 0, 0).until(1)).isEmpty();
  }

  @Test
  void aLineThatBeganAgainIsSeenAnew() {
    AdmissionRate pace = AdmissionRate.UNKNOWN.seen(1_000, 10, 0).seen(1_010, 10, SECOND);

    assertThat(pace.seen(0, 20, 2 * SECOND).until(100)).contains(Duration.ofSeconds(10));
  }

  @Test
  void anEstimateIsRoundedUpAsPeopleSayIt() {
    assertThat(AdmissionRate.rounded(0)).isEqualTo(Duration.ZERO);
    assertThat(AdmissionRate.rounded(1)).isEqualTo(Duration.ofSeconds(10));
    assertThat(AdmissionRate.rounded(61)).isEqualTo(Duration.ofSeconds(70));
    assertThat(AdmissionRate.rounded(121)).isEqualTo(Duration.ofMinutes(3));
    assertThat(AdmissionRate.rounded(601)).isEqualTo(Duration.ofMinutes(15));
    assertThat(AdmissionRate.rounded(3_600)).isEqualTo(Duration.ofHours(1));
  }
}
