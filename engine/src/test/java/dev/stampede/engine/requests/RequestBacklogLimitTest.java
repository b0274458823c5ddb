package dev.stampede.engine.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.requests.RequestBacklogLimit.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The limit admits requests by the last count and the arrivals since. */
final class RequestBacklogLimitTest {

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean databaseAway = new AtomicBoolean();
  private final RequestBacklogLimit limit =
      new RequestBacklogLimit(3, databaseAway::get, nanos::get);

  @Test
  void nobodyIsLetInBeforeSomebodyHasCounted() {
    assertThat(limit.state()).isEqualTo(new State.Unreachable());
    limit.counted(0, limit.counting());
    assertThat(limit.state()).isEqualTo(new State.Open());
  }

  @Test
  void thoseWhoCameSinceTheCountCountToo() {
    limit.counted(1, limit.counting());
    limit.entered();
    assertThat(limit.state()).isEqualTo(new State.Open());
    limit.entered();
    assertThat(limit.state()).isEqualTo(new State.Full(3, 3));
    long begun = limit.counting();
    limit.entered();
    limit.counted(1, begun);
    assertThat(limit.waiting()).as("who came meanwhile counts once more").isEqualTo(2);
    assertThat(limit.state()).isEqualTo(new State.Open());
  }

  @Test
  void anOldCountAndAQuestionWithoutAnAnswerCloseIt() {
    limit.counted(0, limit.counting());
    nanos.addAndGet(RequestBacklogLimit.STALE_AFTER.plus(Duration.ofMillis(1)).toNanos());
    assertThat(limit.state()).isEqualTo(new State.Unreachable());
    limit.counted(0, limit.counting());
    limit.unanswered();
    assertThat(limit.state()).isEqualTo(new State.Unreachable());
  }

  @Test
  void withoutADatabaseNothingIsPromised() {
    limit.counted(0, limit.counting());
    databaseAway.set(true);
    assertThat(limit.state()).isEqualTo(new State.ReadOnly());
    databaseAway.set(false);
    assertThat(limit.state()).isEqualTo(new State.Open());
  }
}
