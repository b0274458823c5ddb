package dev.stampede.server.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.engine.sale.SaleFlow;
import dev.stampede.engine.sale.SaleStatistics;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.ManualTicker;
import dev.stampede.testkit.Eventually;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the figures that an operator sees while the database is slow or away. */
final class SaleFiguresCacheTest {

  private static final ShowId SHOW = new ShowId(17);

  private final ManualTicker ticker = new ManualTicker();
  private final FaultyStatistics statistics = new FaultyStatistics();
  private final SaleFiguresCache kept = new SaleFiguresCache(statistics, ticker);

  /** Counts how often it is asked; is away, or does not answer, when told so. */
  private final class FaultyStatistics implements SaleStatistics {
    final AtomicInteger asked = new AtomicInteger();
    final CountDownLatch answers = new CountDownLatch(1);
    volatile boolean away;
    volatile boolean stuck;
    volatile Duration takes = Duration.ZERO;

    @Override
    public SaleFigures of(ShowId show) {
      int number = asked.incrementAndGet();
      if (away) {
        throw new IllegalStateException("away");
      }
      if (stuck) {
        try {
          answers.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      ticker.advance(takes);
      return figures(number);
    }

    @Override
    public Map<ShowId, Long> bookedInTheLastMinute() {
      return Map.of();
    }

    @Override
    public Optional<Map<ShowId, SaleFlow>> movedInTheLastMinute() {
      return Optional.empty();
    }
  }

  @Test
  void itIsCountedOnceASecondForAllWhoLook() {
    for (int i = 0; i < 10; i++) {
      assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(1)));
    }
    ticker.advance(SaleFiguresCache.EVERY);
    assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(2)));
    assertThat(statistics.asked).hasValue(2);
  }

  @Test
  void theCacheRefreshesSlowFiguresLessOften() {
    statistics.takes = Duration.ofSeconds(1);
    var _ = kept.of(SHOW);
    ticker.advance(Duration.ofSeconds(8));
    var _ = kept.of(SHOW);
    assertThat(statistics.asked).hasValue(1);
    ticker.advance(Duration.ofSeconds(1));
    var _ = kept.of(SHOW);
    assertThat(statistics.asked).hasValue(2);
  }

  @Test
  void whileTheDatabaseIsAwayWhatWasKnownStands() {
    statistics.away = true;
    assertThat(kept.of(SHOW)).isEmpty();
    statistics.away = false;
    ticker.advance(SaleFiguresCache.EVERY);
    assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(2)));
    statistics.away = true;
    ticker.advance(SaleFiguresCache.EVERY);
    assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(2)));
  }

  @Test
  void nobodyWaitsForADatabaseThatDoesNotAnswer() {
    var _ = kept.of(SHOW);
    statistics.stuck = true;
    ticker.advance(SaleFiguresCache.EVERY);
    assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(1)));
    ticker.advance(SaleFiguresCache.PATIENCE);
    long begun = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      assertThat(kept.of(SHOW)).isEqualTo(Optional.of(figures(1)));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("a hundred looks that do not wait")
        .isLessThan(SaleFiguresCache.PATIENCE.multipliedBy(30));
    assertThat(statistics.asked).hasValue(2);
    statistics.stuck = false;
    statistics.answers.countDown();
    Eventually.within(Duration.ofSeconds(30))
        .until("the answer came", () -> kept.of(SHOW).equals(Optional.of(figures(2))));
  }

  private static SaleFigures figures(int number) {
    return new SaleFigures(
        Instant.EPOCH.plusSeconds(number),
        new SaleFigures.LiveHolds(
            Collections.nCopies(SaleFigures.AGES.size() + 1, 0L), Optional.empty()),
        new SaleFigures.EndedHolds(0, 0, 0),
        new SaleFigures.Booked(number, 0, 0),
        new SaleFigures.Revenue(BigInteger.ZERO, BigInteger.ZERO),
        new SaleFigures.Told(Duration.ZERO, new SaleFigures.Heard(0, 0), List.of()));
  }
}
