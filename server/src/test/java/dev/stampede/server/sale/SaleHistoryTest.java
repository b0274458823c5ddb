package dev.stampede.server.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.show.ShowId;
import dev.stampede.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SaleHistoryTest {

  private static final ShowId SHOW = new ShowId(17);
  private static final ShowId OTHER = new ShowId(18);

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-31T10:00:02Z"));
  private final Set<ShowId> recent = new HashSet<>(Set.of(SHOW));
  private int samples;
  private final SaleHistory history = new SaleHistory(() -> recent, this::sample, clock);

  private Map<ShowId, SaleSample> sample(Set<ShowId> shows, long at) {
    samples++;
    return shows.stream()
        .collect(
            Collectors.toMap(
                show -> show,
                _ -> new SaleSample.Draft().with(SampledFigure.SOLD, samples).at(at)));
  }

  @Test
  void itIsSampledEveryFiveSecondsHoweverOftenItTicks() {
    for (int second = 0; second < 20; second++) {
      history.tick();
      history.tick();
      clock.advance(Duration.ofSeconds(1));
    }

    long first = Instant.parse("2030-01-31T10:00:00Z").getEpochSecond();
    assertThat(history.of(SHOW))
        .extracting(SaleSample::at)
        .containsExactly(first, first + 5, first + 10, first + 15, first + 20);
  }

  @Test
  void itGoesBackAQuarterOfAnHourAndNoFurther() {
    ticking(Duration.ofMinutes(20));

    assertThat(history.of(SHOW)).hasSize(SaleHistory.MAX_SAMPLES);
    assertThat(SaleHistory.MAX_SAMPLES).isEqualTo(180);
    assertThat(history.of(SHOW).getLast().value(SampledFigure.SOLD)).isEqualTo(samples);
    long now = clock.instant().getEpochSecond();
    assertThat(history.of(SHOW).getFirst().at()).isBetween(now - 900, now - 895);
    clock.advance(Duration.ofMinutes(10));
    assertThat(history.of(SHOW)).hasSizeBetween(59, 61);
  }

  @Test
  void aShowThatNobodySellsOrWatchesIsForgotten() {
    recent.add(OTHER);
    ticking(Duration.ofSeconds(30));
    assertThat(history.of(OTHER)).isNotEmpty();
    recent.remove(OTHER);
    ticking(Duration.ofSeconds(5));

    assertThat(history.of(OTHER)).isEmpty();
    assertThat(history.of(SHOW)).isNotEmpty();
  }

  @Test
  void unknownFiguresAreNullInTheHistory() {
    ticking(Duration.ofSeconds(5));

    HistoryReply reply = HistoryReply.of(SHOW, clock.instant(), history.of(SHOW));
    assertThat(reply.at()).hasSize(2);
    assertThat(reply.series()).hasSize(SampledFigure.values().length);
    assertThat(reply.series().get("sold")).containsExactly(1, 2);
    assertThat(reply.series().get("waiting")).containsExactly(null, null);
  }

  @Test
  void aClockThatIsSetBackLeavesNoSamplesOfTheFuture() {
    ticking(Duration.ofSeconds(60));
    clock.advance(Duration.ofSeconds(-30));
    ticking(Duration.ofSeconds(10));

    assertThat(history.of(SHOW)).extracting(SaleSample::at).isSorted().doesNotHaveDuplicates();
    assertThat(history.of(SHOW).getLast().at())
        .isLessThanOrEqualTo(clock.instant().getEpochSecond());
  }

  private void ticking(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      history.tick();
      clock.advance(Duration.ofSeconds(1));
    }
  }
}
