package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

final class ManualClockTest {

  @Test
  void itStandsStillUntilItIsMovedInAllZones() {
    Instant start = Instant.parse("2030-01-01T00:00:00Z");
    ManualClock clock = ManualClock.at(start);
    Clock elsewhere = clock.withZone(ZoneId.of("Asia/Tokyo"));
    assertThat(clock.instant()).isEqualTo(start);
    clock.advance(Duration.ofMinutes(5));
    assertThat(clock.instant()).isEqualTo(elsewhere.instant()).isEqualTo("2030-01-01T00:05:00Z");
  }
}
