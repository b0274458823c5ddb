package dev.stampede.server.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.ClaimPassage;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.ManualTicker;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TrafficTest {

  private static final ShowId SHOW = new ShowId(17);

  private final ManualTicker ticker = new ManualTicker();
  private final Traffic traffic = new Traffic(ticker);

  @Test
  void aMinuteIsCountedAndThenForgotten() {
    for (int i = 0; i < 30; i++) {
      claim(SHOW, i % 3 == 0 ? refusal() : null);
      ticker.advance(Duration.ofSeconds(1));
    }
    ShowTraffic.Claims half = traffic.of(SHOW).claims();
    assertThat(half.succeeded()).isEqualTo(20);
    assertThat(half.refused()).isEqualTo(Map.of("seat-taken", 10L));
    assertThat(half.perSecond()).isCloseTo(1.0, within(0.1));

    ticker.advance(Duration.ofSeconds(45));
    assertThat(traffic.of(SHOW).claims().succeeded()).isBetween(9L, 11L);
    ticker.advance(Duration.ofSeconds(30));
    assertThat(traffic.of(SHOW).claims().succeeded()).isZero();
    assertThat(traffic.of(SHOW).claims().refused()).isEmpty();
  }

  @Test
  void aLockThatWasRefusedAndTriedAllTheSameWasRefused() {
    assertThat(traffic.of(SHOW).locks().failureRate()).isNull();
    for (ClaimPassage.Gate answer : ClaimPassage.Gate.values()) {
      decide(answer);
    }
    decide(ClaimPassage.Gate.PASSED);

    assertThat(traffic.of(SHOW).locks()).isEqualTo(new ShowTraffic.Locks(4, 2, 0.5));
  }

  private void decide(ClaimPassage.Gate answer) {
    traffic.decided(
        new Claim.Release(SHOW, new Buyer("ann"), Optional.empty(), HoldId.fresh(0)),
        new ClaimPassage(ClaimPassage.Layer.DATABASE, answer, 1, new ClaimOutcome.NotAvailable()));
  }

  @Test
  void timesAreReadWithinFivePercent() {
    assertThat(traffic.responses().p50Millis()).isNull();
    for (int i = 1; i <= 1_000; i++) {
      traffic.responded(Duration.ofMillis(i));
    }
    ResponseTimes.Seen seen = traffic.responses();

    assertThat(seen.p50Millis()).isCloseTo(500, within(25.0));
    assertThat(seen.p99Millis()).isCloseTo(990, within(50.0));
    traffic.responded(Duration.ofHours(1));
    traffic.responded(Duration.ZERO);
  }

  @Test
  void groupsHaveAMeanAndALargest() {
    assertThat(traffic.groups().mean()).isNull();
    traffic.committed(1);
    traffic.committed(1);
    traffic.committed(10);
    assertThat(traffic.groups()).isEqualTo(new RecentGroupSizes.Seen(3.0, 4.0, 10));
    traffic.committed(100_000);
    assertThat(traffic.groups().max()).isEqualTo(512);
  }

  @Test
  void onlySoManyShowsAreRememberedAndTheIdlestGoesFirst() {
    for (int show = 1; show <= Traffic.MAX_SHOWS + 10; show++) {
      claim(new ShowId(show), null);
      claim(SHOW, null);
      ticker.advance(Duration.ofSeconds(1));
    }
    assertThat(traffic.recent())
        .hasSize(Traffic.MAX_SHOWS)
        .contains(SHOW, new ShowId(Traffic.MAX_SHOWS + 10))
        .doesNotContain(new ShowId(1));
    ticker.advance(Traffic.REMEMBERED.plusSeconds(1));
    assertThat(traffic.recent()).isEmpty();
  }

  @Test
  void aCounterElsewhereGrowsByWhatItIsMoreThanAMinuteAgo() {
    CounterGrowth growth = new CounterGrowth(ticker);
    assertThat(growth.lastMinute(1_000)).isZero();
    for (int second = 1; second <= 120; second++) {
      ticker.advance(Duration.ofSeconds(1));
      assertThat(growth.lastMinute(1_000 + second * 10L)).isEqualTo(Math.min(second, 60) * 10L);
    }
    assertThat(growth.lastMinute(5)).as("the counter was lost").isZero();
    assertThat(growth.lastMinute(8)).isEqualTo(3);
  }

  private void claim(ShowId show, @Nullable Problem refusal) {
    traffic.answered(
        new Claim.Release(show, new Buyer("ann"), Optional.empty(), HoldId.fresh(0)),
        refusal == null ? JsonAnswer.noContent() : refusal);
  }

  private static Problem refusal() {
    return Problem.of(ProblemType.SEAT_TAKEN, "taken");
  }
}
