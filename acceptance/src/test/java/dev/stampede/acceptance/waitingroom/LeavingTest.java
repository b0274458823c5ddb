package dev.stampede.acceptance.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TcpProxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A buyer who leaves asks once: what stands in the way for a moment is waited for. All seen to fail
 * while the first failure was the answer.
 */
final class LeavingTest {

  private static final Duration A_MOMENT = Duration.ofMillis(400);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);
  private static final Buyer ANN = new Buyer("ann");

  private final TcpProxy redis = TcpProxy.to(TwoLineRooms.sharedRedis());
  private final TwoLineRooms servers = new TwoLineRooms(TwoLineRooms.LIMITS, redis.port());

  @AfterEach
  void close() throws Exception {
    redis.mend();
    servers.close();
    redis.close();
  }

  @Test
  void aBuyerWhoLeavesWhileRedisIsAwayForAMomentIsGone() throws Exception {
    ShowId show = servers.open(0, 10);
    var _ = TwoLineRooms.join(servers.first(), show, "ann");
    redis.cutOff();

    FutureTask<LeaveOutcome> leaving = leave(show);
    mustWait(leaving);
    redis.mend();

    mustHaveLeft(show, leaving);
  }

  @Test
  void aDepartureWhoseAnswerWasLostIsFoundAndWrittenDown() throws Exception {
    ShowId show = servers.open(0, 10);
    var _ = TwoLineRooms.join(servers.first(), show, "ann");
    AtomicBoolean cut = new AtomicBoolean(true);
    redis.cutAfterSending(() -> cut.getAndSet(false));

    FutureTask<LeaveOutcome> leaving = leave(show);

    mustHaveLeft(show, leaving);
    assertThat(redis.cuts()).isEqualTo(1);
  }

  @Test
  void aBuyerOnTheWayInGivesUpThePassAMomentLater() throws Exception {
    ShowId show = servers.open(10, 10);
    var _ = TwoLineRooms.join(servers.first(), show, "ann");
    servers.dieWhileAdmitting(show, 1);

    FutureTask<LeaveOutcome> leaving = leave(show);
    mustWait(leaving);
    servers.finishAdmitting(show);

    mustHaveLeft(show, leaving);
  }

  /** Seen to be answered Unavailable, after three seconds, while every missing line was lost. */
  @Test
  void nobodyIsInALineThatNeverBegan() {
    ShowId show = servers.open(0, 10);

    assertThat(servers.first().leave(show, ANN)).isEqualTo(new LeaveOutcome.NotInLine());
    assertThat(servers.first().look(show, ANN, Optional.empty()))
        .isEqualTo(new QueueOutcome.NotInLine());
  }

  /** Seen to be answered Unavailable, after three seconds, while only Redis was asked. */
  @Test
  void nobodyIsInALineThatNeverBeganWhileRedisIsAway() throws Exception {
    ShowId show = servers.open(0, 10);
    redis.cutOff();

    assertThat(servers.first().leave(show, ANN)).isEqualTo(new LeaveOutcome.NotInLine());

    redis.mend();
    Eventually.within(LONG_ENOUGH)
        .until(
            "Redis is back, for the tidying up",
            () ->
                servers.first().join(show, ANN, Optional.empty()) instanceof QueueOutcome.Waiting);
  }

  @Test
  void aLineThatIsLostIsWaitedFor() throws Exception {
    ShowId show = servers.open(0, 10);
    var _ = TwoLineRooms.join(servers.first(), show, "ann");
    servers.loseEverything();

    FutureTask<LeaveOutcome> leaving = leave(show);
    mustWait(leaving);
    var _ = servers.second().look(show, new Buyer("ben"), Optional.empty());
    servers.second().mend();

    assertThat(leaving.get(LONG_ENOUGH.toMillis(), TimeUnit.MILLISECONDS))
        .isEqualTo(new LeaveOutcome.NotInLine());
  }

  private FutureTask<LeaveOutcome> leave(ShowId show) {
    FutureTask<LeaveOutcome> leaving = new FutureTask<>(() -> servers.first().leave(show, ANN));
    Thread.startVirtualThread(leaving);
    return leaving;
  }

  private static void mustWait(FutureTask<LeaveOutcome> leaving) throws Exception {
    try {
      throw new AssertionError(
          "was answered: " + leaving.get(A_MOMENT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException stillWaits) {
      assertThat(leaving.isDone()).isFalse();
    }
  }

  private void mustHaveLeft(ShowId show, FutureTask<LeaveOutcome> leaving) throws Exception {
    assertThat(leaving.get(LONG_ENOUGH.toMillis(), TimeUnit.MILLISECONDS))
        .isEqualTo(new LeaveOutcome.Left());
    assertThat(servers.left(show)).containsExactly("ann");
    // The other server's own connection may still be on its way back.
    assertThat(TwoLineRooms.look(servers.second(), show, ANN.sub(), Optional.empty()))
        .isEqualTo(new QueueOutcome.NotInLine());
  }
}
