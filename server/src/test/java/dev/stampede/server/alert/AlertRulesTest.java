package dev.stampede.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.alert.Reading;
import dev.stampede.engine.alert.Rule;
import dev.stampede.engine.alert.Severity;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.ClaimPassage;
import dev.stampede.engine.claim.layer.ClaimPassage.Gate;
import dev.stampede.engine.claim.layer.ClaimPassage.Layer;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.jobs.JobAdmin;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.metrics.ClaimMeters;
import dev.stampede.server.metrics.SaleAnswerCounts;
import dev.stampede.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each rule at its limit, just within and just beyond. */
final class AlertRulesTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SaleAnswerCounts answers = new SaleAnswerCounts(registry);
  private final ClaimMeters claims = new ClaimMeters(registry);
  private final AtomicLong timeouts = new AtomicLong();
  private final List<Rule> here = AlertRules.ofThisServer(answers, claims::locks, timeouts::get);
  private OutboxLag lag = OutboxLag.NONE;
  private boolean tooMany;
  private JobAdmin.Figures jobs = figures(0, Duration.ZERO);
  private DriftStore.KnownDrifts drift = DriftStore.KnownDrifts.NONE;
  private final List<Rule> all =
      AlertRules.ofAll(() -> lag, () -> tooMany, 1_000, () -> jobs, () -> drift);

  /** Answers before the first look do not count. */
  @BeforeEach
  void begin() {
    answers.claimed(problem(ProblemType.OVERLOADED));
    for (Rule rule : here) {
      assertThat(rule.look().get()).isInstanceOf(Reading.Fine.class);
    }
  }

  @Test
  void refusalsByARuleAreNoFailures() {
    confirm(20);
    for (int i = 0; i < 1_000; i++) {
      answers.claimed(problem(ProblemType.SEAT_TAKEN));
      answers.claimed(problem(ProblemType.INSUFFICIENT_POINTS));
    }
    assertThat(look(here, "success-rate")).isInstanceOf(Reading.Fine.class);
  }

  @Test
  void oneInTwentyMayFail() {
    confirm(95);
    fail(5, ProblemType.OUTCOME_UNKNOWN);
    assertThat(look(here, "success-rate")).isInstanceOf(Reading.Fine.class);
    fail(1, ProblemType.INTERNAL_ERROR);
    Reading.Bad bad = bad(here, "success-rate");
    assertThat(bad.seen().value()).isBetween(0.94, 0.95);
    assertThat(bad.seen().limit()).isEqualTo(0.95);
    assertThat(bad.seen().detail()).startsWith("94.1 % of 101 requests").contains("6 failed");
  }

  @Test
  void ofAHandfulNothingIsSaid() {
    fail(19, ProblemType.READ_ONLY);
    assertThat(look(here, "success-rate")).isInstanceOf(Reading.Fine.class);
    fail(1, ProblemType.READ_ONLY);
    assertThat(bad(here, "success-rate").seen().value()).isZero();
  }

  @Test
  void anAcceptedRequestCountsAsNeitherSuccessNorFailure() {
    fail(10, ProblemType.OVERLOADED);
    for (int i = 0; i < 100; i++) {
      answers.claimed(JsonAnswer.of(202, Map.of()));
    }
    assertThat(look(here, "success-rate")).isInstanceOf(Reading.Fine.class);
  }

  @Test
  void locksFailByContentionAndByFaultApartFromAHundredOn() {
    enter(Gate.REFUSED, 99);
    assertThat(look(here, "lock-contention")).isInstanceOf(Reading.Fine.class);
    enter(Gate.PASSED, 1);
    assertThat(bad(here, "lock-contention").seen().detail())
        .isEqualTo(
            "99.0 % of 100 seat locks tried in the last minute were refused by another buyer's lock");
    assertThat(look(here, "lock-faults")).isInstanceOf(Reading.Fine.class);
    enter(Gate.SKIPPED, 11);
    assertThat(look(here, "lock-faults")).as("11 of 111").isInstanceOf(Reading.Fine.class);
    enter(Gate.SKIPPED, 2);
    assertThat(bad(here, "lock-faults").seen().value()).isGreaterThan(0.10);
  }

  @Test
  void onlyAFaultIsAProblemOfOurs() {
    assertThat(rule(here, "lock-contention").severity()).isEqualTo(Severity.NOTICE);
    assertThat(rule(here, "lock-faults").severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void aSingleTransactionThatTookTooLongIsEnough() {
    assertThat(look(here, "transaction-timeouts")).isInstanceOf(Reading.Fine.class);
    timeouts.incrementAndGet();
    assertThat(bad(here, "transaction-timeouts").seen().value()).isEqualTo(1);
  }

  @Test
  void lagDeadJobsAndDriftRaiseAlertsSharedByAllServers() {
    assertThat(all).allMatch(Rule::ofAll);
    for (Rule rule : all) {
      assertThat(rule.look().get()).as(rule.name()).isInstanceOf(Reading.Fine.class);
    }
    lag = new OutboxLag(1_500, Duration.ofSeconds(61));
    tooMany = true;
    jobs = figures(2, Duration.ofSeconds(61));
    drift =
        new DriftStore.KnownDrifts(
            7, List.of(new Drift(Part.SEATS, "1/1", "seat-state", "seat 1 of show 1 is wrong")));

    assertThat(bad(all, "events-late").seen().detail()).contains("has waited 61 s");
    assertThat(bad(all, "events-waiting").seen().limit()).isEqualTo(1_000);
    assertThat(bad(all, "jobs-dead").seen().detail()).startsWith("2 jobs are dead");
    assertThat(bad(all, "jobs-late").seen().value()).isEqualTo(61);
    assertThat(bad(all, "drift").seen().detail())
        .isEqualTo(
            "stored data disagrees in 7 places: seats: seat-state: seat 1 of show 1 is wrong; …");
  }

  @Test
  void aServiceThatIsAwayHasAnAlertOfItsOwn() {
    List<DependencyStatus> services =
        new ArrayList<>(
            List.of(
                new DependencyStatus("postgresql", "up", true),
                new DependencyStatus("redis", "up", false)));
    List<Rule> rules = AlertRules.ofServices(() -> services);
    assertThat(look(rules, "redis-down")).isInstanceOf(Reading.Fine.class);
    services.set(1, new DependencyStatus("redis", "down", false));
    assertThat(bad(rules, "redis-down").seen().detail()).contains("does not answer");
    assertThat(rule(rules, "redis-down").severity()).isEqualTo(Severity.WARNING);
    assertThat(rule(rules, "postgresql-down").severity()).isEqualTo(Severity.CRITICAL);
  }

  @Test
  void aRewoundDatabaseIsAnAlertForAnHour() {
    Instant found = Instant.parse("2030-01-01T12:00:00Z");
    ManualClock clock = ManualClock.at(found);
    AtomicReference<Optional<Instant>> rewoundAt = new AtomicReference<>(Optional.empty());
    List<Rule> rules = List.of(AlertRules.rewound(rewoundAt::get, clock));
    assertThat(look(rules, "database-rewound")).isInstanceOf(Reading.Fine.class);

    rewoundAt.set(Optional.of(found));

    assertThat(bad(rules, "database-rewound").seen().detail()).contains("2030-01-01T12:00:00Z");
    clock.advance(AlertRules.REWOUND_FOR);
    assertThat(look(rules, "database-rewound")).isInstanceOf(Reading.Fine.class);
  }

  @Test
  void aMinuteIsAMinuteHoweverSlowlyItIsLookedAt() {
    AtomicLong nanos = new AtomicLong(-5);
    AtomicLong count = new AtomicLong();
    CounterDeltas minute = new CounterDeltas(nanos::get, count::get);
    assertThat(minute.look()).containsExactly(0L);
    count.set(10);
    nanos.addAndGet(Duration.ofSeconds(30).toNanos());
    assertThat(minute.look()).containsExactly(10L);
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    assertThat(minute.look()).as("the ten are just within").containsExactly(0L);
    count.set(11);
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(minute.look()).as("nobody looked for an hour").containsExactly(0L);
  }

  private void confirm(int count) {
    for (int i = 0; i < count; i++) {
      answers.claimed(JsonAnswer.created(Map.of()));
    }
  }

  private void fail(int count, ProblemType type) {
    for (int i = 0; i < count; i++) {
      answers.claimed(problem(type));
    }
  }

  private static Problem problem(ProblemType type) {
    return Problem.of(type, "test");
  }

  private void enter(Gate answer, int count) {
    Claim claim =
        new Claim.Release(new ShowId(1), new Buyer("b"), Optional.empty(), HoldId.fresh(1));
    ClaimOutcome outcome = new ClaimOutcome.NotAvailable();
    for (int i = 0; i < count; i++) {
      claims.decided(claim, new ClaimPassage(Layer.DATABASE, answer, 1, outcome));
    }
  }

  private static JobAdmin.Figures figures(int dead, Duration late) {
    return new JobAdmin.Figures(0, 0, 0, dead, 1, late);
  }

  private static Rule rule(List<Rule> rules, String name) {
    return rules.stream().filter(rule -> rule.name().equals(name)).findFirst().orElseThrow();
  }

  private static Reading look(List<Rule> rules, String name) {
    return rule(rules, name).look().get();
  }

  private static Reading.Bad bad(List<Rule> rules, String name) {
    Reading reading = look(rules, name);
    assertThat(reading).isInstanceOf(Reading.Bad.class);
    return (Reading.Bad) reading;
  }
}
