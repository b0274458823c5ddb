package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SaleClockTest {

  private static final Instant TIME = Instant.parse("2030-01-31T19:30:00Z");

  @Test
  void itGoesOnFromWhatTheDatabaseSaidAndAsksSeldom() {
    AtomicInteger asked = new AtomicInteger();
    long begun = System.nanoTime();
    SaleClock clock =
        new SaleClock(
            () -> {
              asked.incrementAndGet();
              return TIME.plusNanos(System.nanoTime() - begun);
            });
    Instant first = clock.instant();
    for (int i = 0; i < 1_000; i++) {
      assertThat(clock.instant()).isAfterOrEqualTo(first);
    }

    assertThat(first).isBetween(TIME, TIME.plusSeconds(30));
    assertThat(asked.get()).isLessThanOrEqualTo(3);
  }

  @Test
  void itIsSetAnewWithinSecondsAndSurvivesThatNobodyAnswers() {
    AtomicBoolean away = new AtomicBoolean();
    AtomicReference<Instant> time = new AtomicReference<>(TIME);
    SaleClock clock =
        new SaleClock(
            () -> {
              if (away.get()) {
                throw new IllegalStateException("away");
              }
              return time.get();
            });
    away.set(true);
    time.set(TIME.plus(Duration.ofHours(1)));
    Eventually.within(Duration.ofSeconds(30))
        .until("it goes on alone", () -> clock.instant().isAfter(TIME.plusMillis(1_200)));
    away.set(false);
    Eventually.within(Duration.ofSeconds(30))
        .until("it is set", () -> clock.instant().isAfter(TIME.plus(Duration.ofMinutes(59))));
  }
}
