package dev.stampede.bench.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class NanosTest {

  private final Nanos nanos = new Nanos();

  @Test
  void percentilesAreOfAllThatWasAddedInAnyOrder() {
    Nanos others = new Nanos();
    for (int millis = 3_000; millis > 0; millis--) {
      (millis % 2 == 0 ? nanos : others).add(millis * 1_000_000L);
    }
    nanos.addAll(others);

    assertThat(nanos.count()).isEqualTo(3_000);
    assertThat(nanos.percentileMillis(0.5)).isEqualTo(1_501);
    assertThat(nanos.percentileMillis(0.99)).isEqualTo(2_971);
    assertThat(nanos.percentileMillis(1)).isEqualTo(3_000);
  }

  @Test
  void ofNothingThereIsNoPercentile() {
    assertThatThrownBy(() -> nanos.percentileMillis(0.5)).hasMessageContaining("nothing");
  }
}
