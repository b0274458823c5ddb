package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.lane.Decision.CarriedOver;
import dev.stampede.lane.Decision.Decided;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The lane, driven step by step by a committer whose every commit the test lets go.
 *
 * <p>Seen to fail with planted bugs: a caller whose patience ends while its group is written and
 * who is told so ({@code giveUp} without the compare-and-set), and a second half that overtakes
 * what the first carried over.
 */
final class LaneTest {

  private static final Duration PATIENT = Duration.ofSeconds(10);
  private static final Duration HURRIED = Duration.ofMillis(20);

  private final SteppedCommitter committer = new SteppedCommitter();
  private Lane<String, String> lane = lane(new LaneSettings(8, 4, PATIENT));

  @AfterEach
  void letGo() {
    committer.letAllPass();
    lane.close();
  }

  @Test
  void aLoneRequestIsCommittedAloneAndAtOnce() {
    committer.letAllPass();

    assertThat(lane.submit("a", PATIENT)).isEqualTo(decided("a"));
    assertThat(committer.groups()).containsExactly(List.of("a"));
  }

  @Test
  void requestsThatArriveDuringAWriteFormTheNextGroupInOrder() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d");

    committer.letAllPass();

    assertThat(answer(first)).isEqualTo(decided("a"));
    assertThat(rest.stream().map(LaneTest::answer).toList())
        .containsExactly(decided("b"), decided("c"), decided("d"));
    assertThat(committer.groups()).containsExactly(List.of("a"), List.of("b", "c", "d"));
  }

  @Test
  void aGroupHasALimit() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "e", "f", "g");

    committer.letAllPass();

    rest.forEach(LaneTest::answer);
    answer(first);
    assertThat(committer.groups())
        .containsExactly(List.of("a"), List.of("b", "c", "d", "e"), List.of("f", "g"));
  }

  /** Planted: without the pace the second of the two was written at once; red. */
  @Test
  void afterACrowdRequestsGatherUntilThePaceAllowsTheNextGroup() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, Duration.ofSeconds(1), PATIENT));
    crowd();

    CompletableFuture<Outcome<String>> one = submit("one");
    await("it is taken", () -> lane.depth() == 0);
    CompletableFuture<Outcome<String>> two = submit("two");
    await("the writer lets it wait", () -> lane.depth() == 1);

    answer(one);
    answer(two);
    assertThat(committer.groups().getLast()).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void afterACrowdAGroupThatIsLargeEnoughIsWrittenAtOnce() {
    lane.close();
    lane = lane(new LaneSettings(64, GroupPace.CROWD, Duration.ofMinutes(10), PATIENT));
    crowd();

    List<CompletableFuture<Outcome<String>>> next =
        IntStream.range(0, GroupPace.CROWD).mapToObj(i -> submit("n" + i)).toList();

    next.forEach(LaneTest::answer);
    assertThat(committer.groups().getLast()).hasSize(GroupPace.CROWD);
  }

  @Test
  void closingDoesNotWaitForThePace() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, Duration.ofMinutes(10), PATIENT));
    crowd();
    CompletableFuture<Outcome<String>> one = submit("one");
    CompletableFuture<Outcome<String>> two = submit("two");
    await("the writer lets one wait", () -> lane.depth() == 1);

    lane.close();

    assertThat(answer(one)).isEqualTo(decided("one"));
    assertThat(answer(two)).isEqualTo(decided("two"));
  }

  @Test
  void smallGroupsAreFollowedAtOnce() {
    lane.close();
    lane = lane(new LaneSettings(64, 32, Duration.ofMinutes(10), PATIENT));
    committer.letAllPass();

    for (String request : List.of("a", "b", "c")) {
      assertThat(lane.submit(request, PATIENT)).isEqualTo(decided(request));
    }
  }

  /** Lets the lane write a group that is just a crowd. */
  private void crowd() {
    CompletableFuture<Outcome<String>> first = submit("first");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> crowd =
        submitInOrder("a", "b", "c", "d", "e", "f", "g", "h");
    assertThat(crowd).hasSize(GroupPace.CROWD);
    committer.letAllPass();
    answer(first);
    crowd.forEach(LaneTest::answer);
  }

  @Test
  void aFullLaneRefusesAtOnce() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> queued =
        submitInOrder("b", "c", "d", "e", "f", "g", "h", "i");

    assertThat(lane.submit("j", PATIENT)).isEqualTo(new Outcome.Full<>(8));

    committer.letAllPass();
    answer(first);
    queued.forEach(LaneTest::answer);
  }

  @Test
  void patienceEndsTheWaitInTheQueueAndTheRequestIsNeverWritten() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();

    assertThat(lane.submit("b", HURRIED)).isEqualTo(new Outcome.Expired<>(HURRIED));

    committer.letAllPass();
    answer(first);
    assertThat(lane.submit("c", PATIENT)).isEqualTo(decided("c"));
    assertThat(committer.groups()).containsExactly(List.of("a"), List.of("c"));
  }

  @Test
  void patienceDoesNotEndWhatIsBeingWritten() {
    CompletableFuture<Outcome<String>> hurried = submit("a", HURRIED);
    committer.awaitCommit();
    awaitNanos(HURRIED.multipliedBy(3));

    assertThat(hurried).isNotDone();

    committer.letAllPass();
    assertThat(answer(hurried)).isEqualTo(decided("a"));
  }

  @Test
  void anInterruptEndsTheWaitInTheQueueAndStaysVisible() throws Exception {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    AtomicBoolean flag = new AtomicBoolean();
    CompletableFuture<Outcome<String>> waiting = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(
            () -> {
              waiting.complete(lane.submit("b", PATIENT));
              flag.set(Thread.currentThread().isInterrupted());
            });
    awaitDepth(1);

    caller.interrupt();

    assertThat(answer(waiting)).isEqualTo(new Outcome.Cancelled<>());
    caller.join();
    assertThat(flag).isTrue();
    committer.letAllPass();
    answer(first);
    assertThat(committer.groups()).doesNotContain(List.of("b"));
  }

  @Test
  void oneBadRequestNeverHurtsItsNeighbours() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "bad", "c", "d");

    committer.letAllPass();

    answer(first);
    assertThat(answer(rest.get(0))).isEqualTo(decided("b"));
    assertThat(answer(rest.get(1)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.cause()).hasMessage("bad request"));
    assertThat(answer(rest.get(2))).isEqualTo(decided("c"));
    assertThat(answer(rest.get(3))).isEqualTo(decided("d"));
  }

  @Test
  void aCarriedOverRequestIsFirstInTheNextGroup() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    committer.carryOnce("b");
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "e", "f");

    committer.letAllPass();

    answer(first);
    rest.forEach(LaneTest::answer);
    assertThat(committer.groups())
        .containsExactly(List.of("a"), List.of("b", "c", "d", "e"), List.of("b", "f"));
  }

  @Test
  void theListenerHearsOfWaitsForOthersLocks() {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    LaneListener listener =
        new LaneListener() {
          @Override
          public void ranAlone(Duration took) {
            heard.add("alone");
          }

          @Override
          public void lockWaited(Duration waited) {
            heard.add(waited.isPositive() ? "waited" : "did not wait");
          }

          @Override
          public void stayedLocked() {
            heard.add("locked");
          }
        };
    committer.letAllPass();
    try (Lane<String, String> told =
        new Lane<>("told", LaneSettings.DEFAULT, committer, listener)) {
      assertThat(told.submit("quick", PATIENT)).isEqualTo(decided("quick"));
      assertThat(heard).isEmpty();
      committer.carryOnce("slow");
      assertThat(told.submit("slow", PATIENT)).isEqualTo(decided("slow"));
      committer.carryAlways("stuck");
      assertThat(told.submit("stuck", PATIENT)).isEqualTo(new Outcome.Busy<>());
    }
    assertThat(heard).containsExactly("waited", "alone", "waited", "locked");
  }

  @Test
  void theThirdTimeItIsWaitedForAloneAndThenItIsBusy() {
    committer.carryAlways("slow");
    committer.letAllPass();

    assertThat(lane.submit("slow", PATIENT)).isEqualTo(new Outcome.Busy<>());
    assertThat(committer.groups())
        .containsExactly(List.of("slow"), List.of("slow"), List.of("alone: slow"));
  }

  @Test
  void aSecondHalfDoesNotOvertakeWhatTheFirstCarriedOver() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    committer.carryOnce("b");
    List<CompletableFuture<Outcome<String>>> rest = submitInOrder("b", "c", "d", "bad");

    committer.letAllPass();

    answer(first);
    rest.forEach(LaneTest::answer);
    assertThat(committer.groups().subList(0, 4))
        .containsExactly(
            List.of("a"),
            List.of("b", "c", "d", "bad"),
            List.of("b", "c"),
            List.of("b", "d", "bad"));
  }

  @Test
  void aStoreThatIsAwayFailsTheGroupWithoutHalving() {
    committer.away.set(true);
    committer.letAllPass();

    assertThat(lane.submit("a", PATIENT)).isInstanceOf(Outcome.Failed.class);
    assertThat(committer.groups()).hasSize(1);
  }

  @Test
  void aLostCommitIsAnsweredByWhatTheInquiryFinds() {
    committer.letAllPass();

    committer.loseCommits(Commit.Fate.COMMITTED);
    assertThat(lane.submit("a", PATIENT)).isEqualTo(decided("a"));
    assertThat(committer.groups()).hasSize(1);

    committer.loseCommits(Commit.Fate.UNKNOWN);
    assertThat(lane.submit("b", PATIENT)).isEqualTo(new Outcome.Unknown<>());
    assertThat(committer.groups()).hasSize(2);

    committer.loseCommits(Commit.Fate.ROLLED_BACK);
    assertThat(lane.submit("c", PATIENT)).isEqualTo(decided("c"));
    assertThat(committer.groups()).hasSize(4);

    committer.loseCommits(Commit.Fate.ROLLED_BACK, Commit.Fate.ROLLED_BACK);
    assertThat(lane.submit("d", PATIENT)).isInstanceOf(Outcome.Failed.class);
    assertThat(committer.groups()).hasSize(6);
  }

  @Test
  void anInquiryThatFailsLeavesItUnknown() {
    committer.letAllPass();
    committer.breakInquiries();

    assertThat(lane.submit("a", PATIENT)).isEqualTo(new Outcome.Unknown<>());
  }

  @Test
  void closingCommitsWhatWasAcceptedAndRefusesWhatComesAfter() {
    CompletableFuture<Outcome<String>> first = submit("a");
    committer.awaitCommit();
    List<CompletableFuture<Outcome<String>>> accepted = submitInOrder("b", "c");
    CompletableFuture<Void> closing = CompletableFuture.runAsync(lane::close, VIRTUAL);

    await("the lane is closed", () -> lane.submit("late", HURRIED) instanceof Outcome.Closed);
    committer.letAllPass();
    closing.orTimeout(5, TimeUnit.SECONDS).join();

    assertThat(answer(first)).isEqualTo(decided("a"));
    assertThat(accepted.stream().map(LaneTest::answer)).containsExactly(decided("b"), decided("c"));
    assertThat(lane.submit("later", PATIENT)).isEqualTo(new Outcome.Closed<>());
  }

  @Test
  void nobodyIsForgottenWhenManySubmitWhileTheLaneCloses() {
    committer.letAllPass();
    for (int round = 0; round < 50; round++) {
      Lane<String, String> closing = lane(new LaneSettings(1_000, 16, PATIENT));
      List<CompletableFuture<Outcome<String>>> callers =
          IntStream.range(0, 200)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> closing.submit("r" + i, PATIENT), VIRTUAL))
              .toList();

      closing.close();

      callers.forEach(
          caller ->
              assertThat(answer(caller))
                  .isInstanceOfAny(Outcome.Decided.class, Outcome.Closed.class));
    }
  }

  @Test
  void everyCallerOfAStormHearsItsOwnAnswer() {
    committer.letAllPass();
    Lane<String, String> busy = lane(new LaneSettings(10_000, 64, PATIENT));
    List<CompletableFuture<Outcome<String>>> callers =
        IntStream.range(0, 5_000)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> busy.submit("r" + i, PATIENT), VIRTUAL))
            .toList();

    for (int i = 0; i < callers.size(); i++) {
      assertThat(answer(callers.get(i))).isEqualTo(decided("r" + i));
    }
    busy.close();
  }

  private static final Executor VIRTUAL = Thread::startVirtualThread;

  private Lane<String, String> lane(LaneSettings settings) {
    return new Lane<>("test-lane", settings, committer, LaneListener.NONE);
  }

  private CompletableFuture<Outcome<String>> submit(String request) {
    return submit(request, PATIENT);
  }

  private CompletableFuture<Outcome<String>> submit(String request, Duration patience) {
    return CompletableFuture.supplyAsync(() -> lane.submit(request, patience), VIRTUAL);
  }

  /** One after the other, each once the one before it is in the queue. */
  private List<CompletableFuture<Outcome<String>>> submitInOrder(String... requests) {
    List<CompletableFuture<Outcome<String>>> callers = new ArrayList<>();
    for (String request : requests) {
      int depth = lane.depth();
      callers.add(submit(request));
      awaitDepth(depth + 1);
    }
    return callers;
  }

  private void awaitDepth(int depth) {
    await("depth " + depth, () -> lane.depth() == depth);
  }

  private static Outcome<String> decided(String answer) {
    return new Outcome.Decided<>(answer);
  }

  private static Outcome<String> answer(CompletableFuture<Outcome<String>> caller) {
    return caller.orTimeout(10, TimeUnit.SECONDS).join();
  }

  private static void awaitNanos(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    await("time passes", () -> System.nanoTime() > end);
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting for: " + what).isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }

  /** Commits nothing anywhere: notes each group, and answers a request with itself. */
  private static final class SteppedCommitter implements Committer<String, String> {

    private final List<List<String>> groups = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch pass = new CountDownLatch(1);
    private final AtomicInteger started = new AtomicInteger();
    private final List<String> carryOnce = Collections.synchronizedList(new ArrayList<>());
    private final List<String> carryAlways = Collections.synchronizedList(new ArrayList<>());
    private final List<Commit.Inquiry> losses = Collections.synchronizedList(new ArrayList<>());
    final AtomicBoolean away = new AtomicBoolean();

    @Override
    public Commit<String> commit(List<String> group) throws InterruptedException {
      return commit(group, group);
    }

    @Override
    public Commit<String> commitAlone(String request) throws InterruptedException {
      return commit(List.of(request), List.of("alone: " + request));
    }

    private Commit<String> commit(List<String> group, List<String> noted)
        throws InterruptedException {
      groups.add(List.copyOf(noted));
      started.incrementAndGet();
      pass.await();
      if (away.get()) {
        throw new LaneUnavailableException("away");
      }
      if (group.contains("bad")) {
        throw new IllegalStateException("bad request");
      }
      List<Decision<String>> decisions = new ArrayList<>();
      for (String request : group) {
        boolean carry = carryOnce.remove(request) || carryAlways.contains(request);
        decisions.add(carry ? new CarriedOver<>() : new Decided<>(request));
      }
      return losses.isEmpty()
          ? new Commit.Done<>(decisions)
          : new Commit.InDoubt<>(decisions, losses.removeFirst());
    }

    void carryOnce(String request) {
      carryOnce.add(request);
    }

    void carryAlways(String request) {
      carryAlways.add(request);
    }

    void loseCommits(Commit.Fate... fates) {
      for (Commit.Fate fate : fates) {
        losses.add(() -> fate);
      }
    }

    void breakInquiries() {
      losses.add(
          () -> {
            throw new IllegalStateException("no answer");
          });
    }

    void awaitCommit() {
      await("a commit has begun", () -> started.get() > 0);
    }

    void letAllPass() {
      pass.countDown();
    }

    List<List<String>> groups() {
      return List.copyOf(groups);
    }
  }
}
