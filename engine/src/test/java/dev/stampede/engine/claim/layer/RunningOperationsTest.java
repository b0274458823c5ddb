package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.InFlight;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.layer.ClaimPassage.Layer;
import dev.stampede.engine.deadline.RequestDeadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Repeats that arrive while their first request is being decided.
 *
 * <p>Seen to fail with planted bugs: a repeat that does not wait, and a first request that is not
 * removed at its end.
 */
final class RunningOperationsTest extends LayeredClaimsFixture {

  private static final Operation KEY = new Operation("k", "body");
  private static final Operation OTHER_KEY = new Operation("other", "body");
  private static final ClaimPassage OVERLOADED = passage(new Overloaded("a row stayed locked"));
  private static final ClaimPassage REPLAYED = passage(new Replayed(new Held(someHold())));

  private final RunningOperations running = new RunningOperations();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final FutureTask<ClaimPassage> first =
      new FutureTask<>(() -> running.decide(KEY, this::decideSlowly));

  @AfterEach
  void letGo() {
    mayEnd.countDown();
  }

  @Test
  void aRepeatWaitsForItsFirstRequestAndIsDecidedOnceMore() throws Exception {
    begin();
    AtomicInteger tries = new AtomicInteger();
    FutureTask<ClaimPassage> repeat =
        new FutureTask<>(
            () -> running.decide(KEY, () -> tries.incrementAndGet() == 1 ? OVERLOADED : REPLAYED));
    awaitParked(Thread.startVirtualThread(repeat));
    mayEnd.countDown();

    assertThat(outcomeOf(repeat)).isEqualTo(REPLAYED.outcome());
    assertThat(outcomeOf(first)).isInstanceOf(Held.class);
    assertThat(running.size()).isZero();
  }

  @Test
  void aRepeatIsInFlightOnceItsDeadlineHasPassed() throws Exception {
    begin();

    ClaimPassage repeat =
        RequestDeadline.within(Duration.ofMillis(20), () -> running.decide(KEY, () -> OVERLOADED));

    assertThat(repeat).isEqualTo(passage(new InFlight()));
    assertThat(first.isDone()).isFalse();
  }

  @Test
  void aRepeatThatIsDecidedDoesNotWait() throws Exception {
    begin();

    assertThat(running.decide(KEY, () -> REPLAYED)).isEqualTo(REPLAYED);
    ClaimPassage taken = passage(new SeatsTaken(List.of(3)));
    assertThat(running.decide(KEY, () -> taken)).isEqualTo(taken);
    assertThat(first.isDone()).isFalse();
  }

  @Test
  void anOverloadedClaimWithAnotherKeyDoesNotWait() throws Exception {
    begin();

    assertThat(running.decide(OTHER_KEY, () -> OVERLOADED)).isEqualTo(OVERLOADED);
    assertThat(running.size()).as("only the first request is left").isEqualTo(1);
  }

  @Test
  void aRequestThatBreaksLeavesNothingBehind() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                running.decide(
                    KEY,
                    () -> {
                      throw new IllegalStateException("broken");
                    }));

    assertThat(running.size()).isZero();
    assertThat(running.decide(KEY, () -> OVERLOADED)).isEqualTo(OVERLOADED);
  }

  @Test
  void anInterruptedRepeatStopsWaitingAndTheInterruptStaysVisible() throws Exception {
    begin();

    Thread.currentThread().interrupt();
    ClaimPassage repeat = running.decide(KEY, () -> OVERLOADED);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(repeat).isEqualTo(OVERLOADED);
  }

  @Test
  void theLayersTellTheirObserverOfARepeatOnce() throws Exception {
    core.pass = new CountDownLatch(1);
    core.answer = new Held(someHold());
    FutureTask<ClaimOutcome> original = new FutureTask<>(() -> claims.claim(seats(ANN, KEYED, 3)));
    var _ = Thread.startVirtualThread(original);
    await(() -> core.claims.size() == 1);
    repeats.close();
    gate.give(4, BEN);

    ClaimOutcome repeat =
        RequestDeadline.within(Duration.ofMillis(20), () -> claims.claim(seats(ANN, KEYED, 4)));

    assertThat(repeat).isEqualTo(new InFlight());
    assertThat(heard.words).containsExactly("gate, refused");
    core.pass.countDown();
    assertThat(original.get(10, TimeUnit.SECONDS)).isInstanceOf(Held.class);
  }

  private void begin() throws InterruptedException {
    var _ = Thread.startVirtualThread(first);
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private ClaimPassage decideSlowly() {
    begun.countDown();
    try {
      assertThat(mayEnd.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return passage(new Held(someHold()));
  }

  private static ClaimOutcome outcomeOf(FutureTask<ClaimPassage> claim) throws Exception {
    return claim.get(10, TimeUnit.SECONDS).outcome();
  }

  private static ClaimPassage passage(ClaimOutcome outcome) {
    return ClaimPassage.without(Layer.DATABASE, outcome);
  }

  private static void awaitParked(Thread thread) {
    await(() -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }
}
