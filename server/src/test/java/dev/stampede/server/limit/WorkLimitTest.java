package dev.stampede.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WorkLimitTest {

  private static final String SHOW = "a show";

  private final ManualTicker ticker = new ManualTicker();
  private final WorkLimit limit = new WorkLimit(Duration.ofSeconds(1), ticker);

  @Test
  void aFirstRushIsLetInAsFarAsLanesHoldIt() {
    assertThat(entered(10_000)).isEqualTo(WorkLimit.MOST);
    assertThat(limit.atWork()).as("who was refused is not counted").isEqualTo(WorkLimit.MOST);
  }

  @Test
  void underLoadAsManyAreLetInAsAreDoneWithinTheWait() {
    assertThat(entered(2_000)).isEqualTo(2_000);
    busy(3_000, Duration.ofSeconds(3));

    assertThat(limit.limit()).isBetween(2_900, 3_100);
    assertThat(entered(10_000)).isEqualTo(limit.limit() - 2_000);
  }

  @Test
  void aRequestForAnotherShowEntersWhenOneShowFillsTheLimit() {
    assertThat(entered(10_000)).isEqualTo(WorkLimit.MOST);

    assertThat(limit.enter("another show")).isTrue();
    assertThat(limit.enter(SHOW)).isFalse();
    limit.leave("another show");
    assertThat(limit.atWork()).isEqualTo(WorkLimit.MOST);
  }

  @Test
  void whenNothingIsDoneAnyMoreOnlyAFewWait() {
    assertThat(entered(2_000)).isEqualTo(2_000);
    busy(0, Duration.ofSeconds(4));

    assertThat(limit.limit()).isEqualTo(WorkLimit.LEAST);
    assertThat(limit.enter(SHOW)).isFalse();
  }

  @Test
  void aBadMomentIsForgottenOnceItIsOver() {
    assertThat(entered(2_000)).isEqualTo(2_000);
    busy(0, Duration.ofSeconds(4));
    for (int i = 0; i < 2_000; i++) {
      limit.leave(SHOW);
    }
    assertThat(limit.limit()).isEqualTo(WorkLimit.LEAST);

    for (int i = 0; i < 40; i++) {
      ticker.advance(WorkLimit.LOOK_EVERY);
      assertThat(limit.enter(SHOW)).isTrue();
      limit.leave(SHOW);
    }
    assertThat(limit.limit()).isEqualTo(WorkLimit.MOST);
  }

  @Test
  void anIdleServerIsNotTakenForASlowOne() {
    ticker.advance(Duration.ofHours(1));
    assertThat(limit.enter(SHOW)).isTrue();
    assertThat(limit.limit()).isEqualTo(WorkLimit.MOST);
  }

  /** Seen to fail with a limit that looks first and counts then. */
  @Test
  void ofTwoWhoComeAtOnceForTheLastPlaceOneIsLetIn() {
    assertThat(entered(WorkLimit.MOST - 1)).isEqualTo(WorkLimit.MOST - 1);

    TwoThreadRace.forTheLastOne(() -> limit.enter(SHOW), () -> limit.leave(SHOW));

    assertThat(limit.atWork()).isEqualTo(WorkLimit.MOST - 1);
  }

  private int entered(int come) {
    int entered = 0;
    for (int i = 0; i < come; i++) {
      entered += limit.enter(SHOW) ? 1 : 0;
    }
    return entered;
  }

  /** So many are done a second, and as many come instead. */
  private void busy(int perSecond, Duration time) {
    long looks = time.dividedBy(WorkLimit.LOOK_EVERY);
    for (int look = 0; look < looks; look++) {
      for (int i = 0; i < perSecond / 10; i++) {
        limit.leave(SHOW);
        assertThat(limit.enter(SHOW)).isTrue();
      }
      ticker.advance(WorkLimit.LOOK_EVERY);
      if (limit.enter(SHOW)) {
        limit.leave(SHOW);
      }
    }
  }
}
