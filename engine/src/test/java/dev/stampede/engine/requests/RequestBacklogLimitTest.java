package dev.stampede.engine.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.requests.RequestBacklogLimit.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The door admits requests by the last count and the arrivals since. */
final class RequestBacklogLimitTest {

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean databaseAway = new AtomicBoolean();
  private final RequestBacklogLimit door =
      new RequestBacklogLimit(3, databaseAway::get, nanos::get);

  @Test
  void nobodyIsLetInBeforeSomebodyHasCounted() {
    assertThat(door.state()).isEqualTo(new State.Unreachable());
    door.counted(0, door.counting());
    assertThat(door.state()).isEqualTo(new State.Open());
  }

  @Test
  void thoseWhoCameSinceTheCountCountToo() {
    door.counted(1, door.counting());
    door.entered();
    assertThat(door.state()).isEqualTo(new State.Open());
    door.entered();
    assertThat(door.state()).isEqualTo(new State.Full(3, 3));
    long begun = door.counting();
    door.entered();
    door.counted(1, begun);
    assertThat(door.waiting()).as("who came meanwhile counts once more").isEqualTo(2);
    assertThat(door.state()).isEqualTo(new State.Open());
  }

  @Test
  void anOldCountAndAQuestionWithoutAnAnswerCloseIt() {
    door.counted(0, door.counting());
    nanos.addAndGet(RequestBacklogLimit.STALE_AFTER.plus(Duration.ofMillis(1)).toNanos());
    assertThat(door.state()).isEqualTo(new State.Unreachable());
    door.counted(0, door.counting());
    door.unanswered();
    assertThat(door.state()).isEqualTo(new State.Unreachable());
  }

  @Test
  void withoutADatabaseNothingIsPromised() {
    door.counted(0, door.counting());
    databaseAway.set(true);
    assertThat(door.state()).isEqualTo(new State.ReadOnly());
    databaseAway.set(false);
    assertThat(door.state()).isEqualTo(new State.Open());
  }
}
