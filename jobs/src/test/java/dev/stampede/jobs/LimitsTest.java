package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.jobs.ClaimMark.Place;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** The small rules that need no database: pauses, batch sizes, where a claim begins. */
final class LimitsTest {

  private static final OffsetDateTime NOON =
      OffsetDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);

  @Test
  void pausesDoubleFromTheFirstToTheLongestAndAreDrawnFromTheirUpperHalf() {
    RetryPolicy retries = new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(10));

    assertThat(retries.pause(0, () -> 1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(retries.pause(0, () -> 0)).isEqualTo(Duration.ofMillis(500));
    assertThat(retries.pause(3, () -> 1)).isEqualTo(Duration.ofSeconds(8));
    assertThat(retries.pause(999, () -> 1)).isEqualTo(Duration.ofSeconds(10));
    assertThat(retries.isLast(3)).isFalse();
    assertThat(retries.isLast(4)).isTrue();
  }

  @Test
  void batchesGrowWhileTheyAreGoneQuicklyAndShrinkWhenTheyAreNot() {
    ClaimBatchSize appetite = new ClaimBatchSize(20, 100);
    assertThat(appetite.size()).isEqualTo(20);
    for (int time = 0; time < 4; time++) {
      appetite.ate(Duration.ofMillis(10));
    }
    assertThat(appetite.size()).isEqualTo(100);
    appetite.ate(Duration.ofMillis(300));
    assertThat(appetite.size()).isEqualTo(100);
    for (int time = 0; time < 4; time++) {
      appetite.ate(Duration.ofSeconds(2));
    }
    assertThat(appetite.size()).isEqualTo(20);
    assertThat(new ClaimBatchSize(20, 5).size()).isEqualTo(5);
  }

  @Test
  void aClaimBeginsWhereTheLastOneEndedAndNowAndThenAtTheBeginning() {
    ClaimMark mark = new ClaimMark();
    Place five = new Place(NOON, 5);
    Place nine = new Place(NOON, 9);
    assertThat(mark.from(0)).isEqualTo(Place.BEGINNING);
    mark.claimed(five, true);
    mark.ended(0, 1);
    assertThat(mark.from(2)).isEqualTo(five);
    mark.claimed(nine, false);
    mark.claimed(five, false);
    assertThat(mark.from(3)).as("has seen everything up to here").isEqualTo(nine);

    long later = 1 + ClaimMark.SWEEP_AT_LEAST_EVERY.toNanos();
    assertThat(mark.from(later)).isEqualTo(Place.BEGINNING);
    mark.claimed(five, true);
    mark.ended(later, later);
    assertThat(mark.from(later + 1)).as("left the rest behind").isEqualTo(five);

    mark.sweepNext();
    assertThat(mark.from(later + 2)).isEqualTo(Place.BEGINNING);
  }

  /** Dead rows that a snapshot pins make sweeps slow; they must not become all there is. */
  @Test
  void sweepsTakeAPartOfTheTimeHoweverSlowTheyAre() {
    ClaimMark mark = new ClaimMark();
    mark.from(0);
    mark.claimed(new Place(NOON, 5), true);
    long slow = Duration.ofSeconds(2).toNanos();
    mark.ended(0, slow);

    assertThat(mark.from(slow * 20)).isNotEqualTo(Place.BEGINNING);
    assertThat(mark.from(slow * 21)).isEqualTo(Place.BEGINNING);
  }
}
