package dev.stampede.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class ReaderProgressTest {

  private static final TopicPartition P = new TopicPartition("t", 0);

  private final ReaderProgress progress = new ReaderProgress();

  @Test
  void underSteadyLoadItIsAsOldAsTheEndThatWasReached() {
    progress.look(Map.of(P, 10L), Map.of(P, 4L), 100);
    assertThat(progress.ages(150)).isEmpty();
    assertThat(progress.records()).isEqualTo(6);

    progress.look(Map.of(P, 20L), Map.of(P, 10L), 200);

    assertThat(progress.ages(250)).containsExactly(Map.entry(P, Duration.ofNanos(150)));
  }

  @Test
  void atTheEndItIsAsOldAsTheLook() {
    progress.look(Map.of(P, 10L), Map.of(P, 10L), 100);
    assertThat(progress.ages(130)).containsExactly(Map.entry(P, Duration.ofNanos(30)));
    assertThat(progress.records()).isZero();
  }

  @Test
  void partitionsNoLongerAssignedAreForgotten() {
    progress.look(Map.of(P, 10L), Map.of(P, 10L), 100);
    progress.keepOnly(List.of());
    assertThat(progress.ages(130)).isEmpty();
  }
}
