package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims over lanes whose committers do what the test says. */
final class LaneClaimsTest {

  private static final Duration PATIENT = Duration.ofSeconds(30);

  /** Ends soon, and not before a busy machine has come to wait for it. */
  private static final Duration SHORT = Duration.ofSeconds(2);

  private static final LaneSettings SETTINGS = new LaneSettings(2, 8, PATIENT);
  private static final ShowId SHOW = new ShowId(1);
  private static final Buyer ANN = new Buyer("ann");

  private final List<ScriptedCommitter> committers =
      List.of(new ScriptedCommitter(), new ScriptedCommitter(), new ScriptedCommitter());
  private final List<LaneClaims> opened = new ArrayList<>();

  @AfterEach
  void close() {
    committers.forEach(committer -> committer.pass.countDown());
    opened.forEach(LaneClaims::close);
  }

  @Test
  void aDecisionIsTheAnswer() {
    committers.getFirst().pass.countDown();

    assertThat(oneLane(PATIENT).claim(seats(3))).isEqualTo(new NotAvailable());
  }

  @Test
  void aDatabaseThatIsAwayIsReadOnly() {
    assertThat(
            answerTo(
                () -> {
                  throw new LaneUnavailableException("no connection in 2 s");
                }))
        .isEqualTo(new ReadOnly("no connection in 2 s"));
  }

  @Test
  void anyOtherFailureIsThrownWithItsCause() {
    IllegalStateException cause = new IllegalStateException("column is missing");
    assertThatExceptionOfType(ClaimFailedException.class)
        .isThrownBy(
            () ->
                answerTo(
                    () -> {
                      throw cause;
                    }))
        .withCause(cause)
        .withMessageContaining("show 1")
        .withMessageContaining("column is missing");
  }

  @Test
  void aLostCommitIsUnknown() {
    assertThat(answerTo(() -> new Commit.InDoubt<>(decided(), () -> Commit.Fate.UNKNOWN)))
        .isEqualTo(new OutcomeUnknown());
  }

  @Test
  void aRowThatStaysLockedIsOverload() {
    assertThat(answerTo(() -> new Commit.Done<>(List.of(new Decision.CarriedOver<>()))))
        .isEqualTo(new Overloaded("a row that the claim needs stayed locked through every try"));
  }

  @Test
  void aFullLaneAndAClosedOneAreOverload() {
    LaneClaims claims = oneLane(PATIENT);
    CompletableFuture<ClaimOutcome> written = async(() -> claims.claim(seats(1)));
    await(() -> committers.getFirst().groups.size() == 1);
    List<CompletableFuture<ClaimOutcome>> queued =
        IntStream.range(0, 2).mapToObj(i -> async(() -> claims.claim(seats(i)))).toList();
    await(() -> claims.depth(0) == 2);

    assertThat(claims.claim(seats(9)))
        .isEqualTo(new Overloaded("the lane's queue is full (2 claims)"));

    committers.getFirst().pass.countDown();
    claims.close();
    assertThat(claims.claim(seats(9))).isEqualTo(new Overloaded("this server is shutting down"));
    assertThat(answer(written)).isEqualTo(new NotAvailable());
    queued.forEach(each -> assertThat(answer(each)).isEqualTo(new NotAvailable()));
  }

  /** With the lane's own patience alone the second claim waited for all of it, and this failed. */
  @Test
  void aClaimWaitsNoLongerThanItsDeadline() {
    LaneClaims claims = oneLane(PATIENT);
    CompletableFuture<ClaimOutcome> written = async(() -> claims.claim(seats(1)));
    await(() -> committers.getFirst().groups.size() == 1);

    ClaimOutcome late = RequestDeadline.within(SHORT, () -> claims.claim(seats(2)));
    ClaimOutcome over = RequestDeadline.within(Duration.ZERO, () -> claims.claim(seats(3)));

    assertThat(late).asString().containsPattern("within (1?\\d{1,3}|2000) ms");
    assertThat(over).isEqualTo(new Overloaded("the claim arrived after its deadline"));
    committers.getFirst().pass.countDown();
    assertThat(answer(written)).isEqualTo(new NotAvailable());
    claims.close();
    assertThat(committers.getFirst().groups).as("nobody works for who has gone").hasSize(1);
  }

  @Test
  void anEndedPatienceIsOverload() {
    LaneClaims claims = oneLane(SHORT);
    CompletableFuture<ClaimOutcome> written = async(() -> claims.claim(seats(1)));
    await(() -> committers.getFirst().groups.size() == 1);

    assertThat(claims.claim(seats(2)))
        .isEqualTo(new Overloaded("no group took the claim within 2000 ms"));

    committers.getFirst().pass.countDown();
    assertThat(answer(written)).isEqualTo(new NotAvailable());
  }

  @Test
  void anInterruptBeforeAGroupTookItIsOverloadAndStaysVisible() {
    LaneClaims claims = oneLane(PATIENT);
    CompletableFuture<ClaimOutcome> written = async(() -> claims.claim(seats(1)));
    await(() -> committers.getFirst().groups.size() == 1);

    Thread.currentThread().interrupt();
    ClaimOutcome outcome = claims.claim(seats(2));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isEqualTo(new Overloaded("the claim was cancelled before a group took it"));
    committers.getFirst().pass.countDown();
    assertThat(answer(written)).isEqualTo(new NotAvailable());
  }

  @Test
  void theBestSeatsAndReleasesOfAShowShareALane() {
    LaneClaims claims = allLanes();
    Wanted.Best two = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());
    for (int show = 1; show < 20; show++) {
      ShowId id = new ShowId(show);
      Claim.Hold best = new Claim.Hold(id, ANN, Optional.empty(), HoldId.fresh(0), two);
      Claim.Release release = new Claim.Release(id, ANN, Optional.empty(), HoldId.fresh(0));
      assertThat(claims.laneOf(best)).isEqualTo(claims.laneOf(release)).isBetween(0, 2);
    }
  }

  @Test
  void claimsThatMoveTheSameBuyersPointsShareALane() {
    LaneClaims claims = allLanes();
    int[] used = new int[3];
    for (int i = 0; i < 3_000; i++) {
      Buyer buyer = new Buyer("buyer-" + i);
      Claim.TopUp topUp =
          new Claim.TopUp(buyer, new Operation("k", "b"), TransferId.fresh(0), 1, buyer);
      Claim.Book book =
          new Claim.Book(
              new ShowId(i + 1),
              buyer,
              Optional.empty(),
              BookingId.fresh(0),
              HoldId.fresh(0),
              new Payment.Points());
      Claim.Cancel cancel =
          new Claim.Cancel(
              SHOW, buyer, Optional.empty(), BookingId.fresh(0), TransferId.fresh(0), ANN);
      Claim.Buy buy =
          new Claim.Buy(
              SHOW,
              buyer,
              Optional.empty(),
              BookingId.fresh(0),
              HoldId.fresh(0),
              new Wanted.Seats(List.of(i)));
      int lane = claims.laneOf(topUp);
      assertThat(claims.laneOf(buy)).isEqualTo(lane);
      assertThat(claims.laneOf(book)).isEqualTo(lane);
      assertThat(claims.laneOf(cancel)).isEqualTo(lane);
      used[lane]++;
    }
    assertThat(IntStream.of(used).min().orElseThrow()).isGreaterThan(700);
  }

  @Test
  void showsSpreadOverAllLanes() {
    LaneClaims claims = allLanes();
    int[] used = new int[3];
    for (int i = 0; i < 9_600; i++) {
      used[
          claims.laneOf(
              new Claim.Release(new ShowId(i + 1), ANN, Optional.empty(), HoldId.fresh(0)))]++;
    }
    for (int lane = 0; lane < 3; lane++) {
      assertThat(used[lane]).isBetween(2_400, 4_000);
    }
  }

  /** Spread over three lanes, these claims made groups in each of them. */
  @Test
  void theFirstLaneServesAllHoldsOfSeatsWhileItKeepsUp() {
    LaneClaims claims = allLanes();
    committers.forEach(committer -> committer.pass.countDown());

    for (int seat = 0; seat < 100; seat++) {
      claims.claim(seats(seat));
      await(() -> claims.laneOf(seats(0)) == 0);
    }

    assertThat(committers.get(0).groups).hasSize(100);
    assertThat(committers.get(1).groups).isEmpty();
    assertThat(committers.get(2).groups).isEmpty();
  }

  /** Planted: the lane that began first even if it is held up; red. */
  @Test
  void whileAllLanesWriteHoldsGoToTheOneThatWillBeDoneFirst() {
    long heldUp = LaneClaims.HELD_UP.toNanos() + 1;
    assertThat(LaneClaims.soonest(new long[] {5, 0, 0})).isEqualTo(1);
    assertThat(LaneClaims.soonest(new long[] {5, 9, 7})).isEqualTo(1);
    assertThat(LaneClaims.soonest(new long[] {heldUp, 5, 9})).isEqualTo(2);
    assertThat(LaneClaims.soonest(new long[] {5, heldUp, 9})).isEqualTo(2);
    assertThat(LaneClaims.soonest(new long[] {Long.MAX_VALUE, heldUp + 9, heldUp})).isEqualTo(2);
    assertThat(LaneClaims.soonest(new long[] {heldUp})).isZero();
  }

  /** Planted: holds that always go to the first lane; red. */
  @Test
  void holdsGoToALaneThatIsNotWriting() {
    List<Integer> listeners = Collections.synchronizedList(new ArrayList<>());
    LaneClaims claims =
        open(
            new LaneClaims(
                committers,
                SETTINGS,
                lane ->
                    new LaneListener() {
                      @Override
                      public void committed(int size, Duration wait, Duration took) {
                        listeners.add(lane);
                      }
                    },
                PATIENT));
    assertThat(claims.lanes()).isEqualTo(3);

    List<CompletableFuture<ClaimOutcome>> callers = new ArrayList<>();
    for (int lane = 0; lane < 3; lane++) {
      Claim claim = seats(lane);
      callers.add(async(() -> claims.claim(claim)));
      ScriptedCommitter committer = committers.get(lane);
      await(() -> committer.groups.size() == 1);
      assertThat(committer.groups.getFirst()).containsExactly(claim);
    }
    for (int lane = 0; lane < 3; lane++) {
      committers.get(lane).pass.countDown();
      assertThat(answer(callers.get(lane))).isEqualTo(new NotAvailable());
      assertThat(listeners.getLast()).isEqualTo(lane);
    }
  }

  @Test
  void lanesWithoutCommittersOrPatienceAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LaneClaims(List.of(), SETTINGS, _ -> LaneListener.NONE, PATIENT))
        .withMessageContaining("at least one");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new LaneClaims(committers, SETTINGS, _ -> LaneListener.NONE, Duration.ZERO))
        .withMessageContaining("PT0S");
  }

  private ClaimOutcome answerTo(Script script) {
    committers.getFirst().script.set(script);
    committers.getFirst().pass.countDown();
    return oneLane(PATIENT).claim(seats(3));
  }

  private LaneClaims oneLane(Duration patience) {
    return open(
        new LaneClaims(committers.subList(0, 1), SETTINGS, _ -> LaneListener.NONE, patience));
  }

  private LaneClaims allLanes() {
    return open(new LaneClaims(committers, SETTINGS, _ -> LaneListener.NONE, PATIENT));
  }

  private LaneClaims open(LaneClaims claims) {
    opened.add(claims);
    return claims;
  }

  private static Claim seats(Integer... numbers) {
    return hold(ANN, new Wanted.Seats(List.of(numbers)));
  }

  private static Claim hold(Buyer buyer, Wanted wanted) {
    return new Claim.Hold(SHOW, buyer, Optional.empty(), HoldId.fresh(0), wanted);
  }

  private static List<Decision<ClaimOutcome>> decided() {
    return List.of(new Decision.Decided<>(new NotAvailable()));
  }

  private static CompletableFuture<ClaimOutcome> async(Supplier<ClaimOutcome> claim) {
    return CompletableFuture.supplyAsync(claim, Thread::startVirtualThread);
  }

  private static ClaimOutcome answer(CompletableFuture<ClaimOutcome> caller) {
    return caller.orTimeout(40, TimeUnit.SECONDS).join();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }

  private interface Script {
    Commit<ClaimOutcome> commit();
  }

  /** Answers every claim that is let pass alike, or as the script says. */
  private static final class ScriptedCommitter implements Committer<Claim, ClaimOutcome> {

    final CountDownLatch pass = new CountDownLatch(1);
    final List<List<Claim>> groups = Collections.synchronizedList(new ArrayList<>());
    final AtomicReference<Script> script = new AtomicReference<>();

    @Override
    public Commit<ClaimOutcome> commit(List<Claim> group) throws InterruptedException {
      groups.add(List.copyOf(group));
      pass.await();
      Script scripted = script.get();
      return scripted != null
          ? scripted.commit()
          : new Commit.Done<>(group.stream().map(_ -> decided().getFirst()).toList());
    }

    @Override
    public Commit<ClaimOutcome> commitAlone(Claim claim) throws InterruptedException {
      return commit(List.of(claim));
    }
  }
}
