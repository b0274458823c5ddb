package dev.stampede.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.lab.contest.BuyerResult;
import dev.stampede.lab.contest.Contest;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunListener;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Stop;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Queueing;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.strategy.ClaimFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The source document's experiment and its findings, on a real PostgreSQL. */
final class ContestTest {

  private static LabFixture fixture;

  @BeforeAll
  static void open() throws SQLException {
    fixture = new LabFixture();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void optimisticBuyersRunOutOfAttemptsAlthoughTicketsAreLeft() throws Exception {
    Plan plan = LabFixture.thinking(LabFixture.plan(Strategy.OPTIMISTIC), 5);

    RunResult run =
        fixture.run(LabFixture.crowd(plan.with(plan.tries().withMaxAttempts(2)), 16, 16));

    Verdict verdict = Verdict.of(run);
    assertThat(verdict.failed(ClaimFailure.ATTEMPTS_EXHAUSTED)).isPositive();
    assertThat(verdict.sold()).isPositive().isLessThan(16);
    assertThat(verdict.sold() + verdict.failed(ClaimFailure.ATTEMPTS_EXHAUSTED)).isEqualTo(16);
    assertThat(verdict.starved()).isNotEmpty();
    assertThat(verdict.pace().retries()).isPositive();
    assertThat(verdict.isSafe()).isTrue();
  }

  @Test
  void withTheQueueInFrontOrderIsStrictAndNobodyRetries() throws Exception {
    RunResult run =
        fixture.run(
            LabFixture.queued(LabFixture.crowd(LabFixture.plan(Strategy.OPTIMISTIC), 20, 12)));

    Verdict verdict = Verdict.of(run);
    assertThat(verdict.sold()).isEqualTo(12);
    assertThat(verdict.failed(ClaimFailure.NO_TICKETS)).isEqualTo(8);
    assertThat(verdict.pace().retries()).isZero();
    assertThat(verdict.order()).isEqualTo(1);
    assertThat(run.failed()).allMatch(story -> story.order().arrival() > lastLucky(run));
  }

  @Test
  void tooFewLooksIntoTheQueueAreATimeOut() throws Exception {
    Plan plan = LabFixture.crowd(LabFixture.plan(Strategy.PESSIMISTIC), 12, 12);

    RunResult run =
        fixture.run(
            LabFixture.thinking(
                plan.with(new Queueing(true, Duration.ofMillis(5), 3, Duration.ofSeconds(60), 0)),
                20));

    Verdict verdict = Verdict.of(run);
    assertThat(verdict.failed(ClaimFailure.QUEUE_TIMEOUT)).isPositive();
    assertThat(verdict.sold() + verdict.failed(ClaimFailure.QUEUE_TIMEOUT)).isEqualTo(12);
  }

  /**
   * The ghost stands in front of all, never looks and never leaves. The others look every few
   * milliseconds, and on a machine that stands still for less than the expiry they stay alive.
   */
  @Test
  void anEntryThatNobodyRemovesExpiresAndTheOthersGoOn() throws Exception {
    Duration expiry = Duration.ofSeconds(4);
    Plan plan = LabFixture.crowd(LabFixture.plan(Strategy.PESSIMISTIC), 6, 6);

    RunResult run =
        fixture.run(plan.with(new Queueing(true, Duration.ofMillis(5), 4_000, expiry, 1)));

    assertThat(Verdict.of(run).sold()).isEqualTo(6);
    assertThat(run.stories())
        .allMatch(story -> story.times().took().compareTo(expiry.dividedBy(2)) > 0);
  }

  @Test
  void withoutAnythingThatKeepsOthersOutTicketsAreSoldTwice() throws Exception {
    // Long enough for the others to come in between.
    Plan plan = LabFixture.thinking(LabFixture.plan(Strategy.UNSAFE), 5);

    RunResult run = fixture.run(LabFixture.crowd(plan, 30, 20));

    Verdict verdict = Verdict.of(run);
    assertThat(verdict.oversold()).isPositive();
    assertThat(verdict.lost()).isPositive();
  }

  /** Without giving back what an empty-handed look has locked, several end in deadlocks (40P01). */
  @Test
  void skipLockedBuyersNeverDeadlock() throws Exception {
    RunResult run = fixture.run(LabFixture.crowd(LabFixture.plan(Strategy.SKIP_LOCKED), 60, 20));

    assertThat(Verdict.of(run).sold()).isEqualTo(20);
    assertThat(Verdict.of(run).pace().retries()).isZero();
  }

  @Test
  void theLogHasTheStepsOfTheSourceDocument() throws Exception {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    Plan plan = LabFixture.crowd(LabFixture.plan(Strategy.PESSIMISTIC), 1, 1);

    var _ =
        new Contest(fixture.stage, RunListener.NOBODY, new Stop())
            .loggingTo(lines::add)
            .run(new PlannedRun(plan, 1, ""));

    assertThat(List.copyOf(lines).subList(0, 3))
        .containsExactly(
            "[Transaction 1] Transaction attempt #1 started.",
            "[Transaction 1] { ticket_id: 1, ticket_rank: 1, owner_id: 0, is_sold: false }",
            "[Transaction 1] Ticket updated successfully: 1.");
    assertThat(lines).last().asString().matches("\\[Transaction 1] Transaction took \\d+ms");
  }

  @Test
  void aStoppedRunStillReportsItsMeasurements() throws Exception {
    Stop stop = new Stop();
    RunListener impatient =
        (trial, state) -> {
          if (state.sold() > 0) {
            stop.request();
          }
        };
    Plan plan = LabFixture.thinking(LabFixture.plan(Strategy.ADVISORY), 40);

    RunResult run =
        new Contest(fixture.stage, impatient, stop)
            .run(new PlannedRun(LabFixture.crowd(plan, 40, 40), 1, ""));

    assertThat(run.stopped()).isTrue();
    assertThat(run.sold()).isNotEmpty();
    assertThat(run.stories()).hasSizeLessThan(40);
    assertThat(Verdict.of(run).lost()).isZero();
  }

  /**
   * Once a transaction or once a group, and after the locks: once for each of the forty would be
   * twelve seconds.
   */
  @Test
  void thinkTimeIsWaitedOnceAGroup() throws Exception {
    Plan plan = LabFixture.crowd(LabFixture.plan(Strategy.GROUP_COMMIT), 40, 40);

    RunResult run = fixture.run(LabFixture.thinking(plan, 300));

    assertThat(Verdict.of(run).sold()).isEqualTo(40);
    assertThat(run.cost().took()).isBetween(Duration.ofMillis(300), Duration.ofMillis(7_500));
  }

  private static long lastLucky(RunResult run) {
    return run.sold().stream()
        .map(BuyerResult::order)
        .mapToLong(BuyerResult.Order::arrival)
        .max()
        .orElse(-1);
  }
}
