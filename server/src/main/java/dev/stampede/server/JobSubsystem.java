package dev.stampede.server;

import dev.stampede.engine.alert.AlertStore;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Patrol;
import dev.stampede.jobs.JobAdmin;
import dev.stampede.jobs.JobHandler;
import dev.stampede.jobs.JobHandlers;
import dev.stampede.jobs.JobKind;
import dev.stampede.jobs.JobQueue;
import dev.stampede.jobs.JobWorker;
import dev.stampede.jobs.NewJob;
import dev.stampede.jobs.RetryPolicy;
import dev.stampede.jobs.WorkerSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.claim.HoldReaper;
import dev.stampede.postgres.deployment.OldRows;
import dev.stampede.postgres.deployment.PostgresAlertStore;
import dev.stampede.postgres.sale.StatisticsPruner;
import dev.stampede.postgres.verify.LedgerCheck;
import dev.stampede.postgres.verify.PostgresDriftSearch;
import dev.stampede.server.metrics.JobMeters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the wiring that works behind the counter: what has to be done now and then, by one
 * server of all. A subsystem of {@link Wiring}.
 *
 * <p>Each of these is one recurring job of the whole deployment, and any server may run it. When a
 * server dies while it runs one, another server takes it over after the lease; no buyer waits for
 * any of them.
 */
final class JobSubsystem implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(JobSubsystem.class);

  /** Short, so that a reaper that died with its server is soon another's. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  private static final int THREADS = 4;
  private static final int BATCH = 50;
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final Duration FIGURES_EVERY = Duration.ofSeconds(5);
  private static final Duration QUIET_FIGURES = Duration.ofSeconds(60);

  private static final Duration REAP_EVERY = Duration.ofMillis(500);
  private static final Duration PRUNE_EVERY = Duration.ofMinutes(10);

  /** It reads every entry there is, in one snapshot. */
  private static final Duration CHECK_EVERY = Duration.ofHours(6);

  /** The interval between slices of the patrol; docs/operating.md states their cost. */
  private static final Duration PATROL_EVERY = Duration.ofSeconds(5);

  /** The pause while the deployment is quiet: unchanged data is compared less often. */
  private static final Duration QUIET_PATROL = Duration.ofSeconds(55);

  /** Another server's jobs are looked for so often, should nobody tell of them. */
  private static final Duration POLL = Duration.ofSeconds(10);

  private static final RetryPolicy SOON =
      new RetryPolicy(10, Duration.ofMillis(500), Duration.ofSeconds(30));

  private static final JobKind REAP = new JobKind("reap-holds", Duration.ofSeconds(30), SOON);
  private static final JobKind PRUNE = new JobKind("prune-operations", Duration.ofMinutes(5), SOON);
  private static final JobKind PRUNE_STATISTICS =
      new JobKind("prune-statistics", Duration.ofMinutes(5), SOON);
  private static final JobKind PRUNE_OUTCOMES =
      new JobKind("prune-outcomes", Duration.ofMinutes(5), SOON);
  private static final JobKind PATROL = new JobKind("verify-slice", Duration.ofSeconds(60), SOON);
  private static final JobKind CHECK =
      new JobKind("check-ledger", Duration.ofMinutes(30), RetryPolicy.DEFAULT);

  private final ClosingStack started = new ClosingStack();
  private final AtomicInteger differences = new AtomicInteger();
  private final DriftStore drift;
  private final JobMeters meters;
  private final JobAdmin admin;

  /** The patrol that searches for drift, and the store that records it. */
  record Checks(Patrol patrol, DriftStore drift) {}

  JobSubsystem(
      Database database, ClaimNews news, Checks checks, Activity activity, MeterRegistry registry) {
    drift = checks.drift();
    AlertStore alerts = new PostgresAlertStore(database);
    HoldReaper reaper = new HoldReaper(database, news);
    OldRows operations = OldRows.ofOperations(database);
    StatisticsPruner statistics = new StatisticsPruner(database);
    OldRows outcomes = OldRows.ofOutcomes(database);
    OldRows marks = OldRows.ofMarks(database);
    LedgerCheck ledger = new LedgerCheck(database);
    meters = new JobMeters(registry);
    Gauge.builder("stampede.ledger.differences", differences, AtomicInteger::get)
        .description("Differences that the last ledger check found; not 0: call somebody")
        .register(registry);
    JobHandlers duties =
        JobHandlers.none()
            .and(REAP, JobHandler.resting(_ -> reaper.tick().rest()))
            .and(
                PRUNE,
                JobHandler.atLeastOnce(
                    _ -> {
                      operations.prune();
                      marks.prune();
                      alerts.prune();
                    }))
            .and(
                PATROL,
                JobHandler.resting(
                    _ -> {
                      checks.patrol().tick();
                      return activity.isQuiet() ? QUIET_PATROL : Duration.ZERO;
                    }))
            .and(PRUNE_STATISTICS, JobHandler.atLeastOnce(_ -> statistics.tick()))
            .and(PRUNE_OUTCOMES, JobHandler.atLeastOnce(_ -> outcomes.prune()))
            .and(CHECK, JobHandler.atLeastOnce(_ -> report(ledger.run())));
    JobQueue queue = started.add(new JobQueue(database.source()));
    admin = queue.admin();
    every(queue, REAP_EVERY, REAP);
    every(queue, PRUNE_EVERY, PRUNE);
    every(queue, PRUNE_EVERY, PRUNE_STATISTICS);
    every(queue, PRUNE_EVERY, PRUNE_OUTCOMES);
    every(queue, CHECK_EVERY, CHECK);
    every(queue, PATROL_EVERY, PATROL);
    WorkerSettings settings =
        WorkerSettings.DEFAULT
            .withThreads(THREADS)
            .withBatch(BATCH)
            .withLease(LEASE)
            .withPoll(POLL)
            .draining(DRAIN);
    started.add(JobWorker.start(queue, "jobs", duties, settings, meters));
    LoopInterval looks = activity.pace(FIGURES_EVERY, QUIET_FIGURES);
    started.add(Loop.start("job figures", looks, () -> meters.see(admin.figures())));
  }

  /** One of a kind: its name is that of its kind. */
  private static void every(JobQueue queue, Duration interval, JobKind kind) {
    queue.every(interval, kind.name(), NewJob.of(kind.name(), ""));
  }

  private void report(LedgerCheck.Report report) {
    differences.set(report.differences().size());
    var _ = drift.settle(Part.LEDGER, DriftSearch.START, PostgresDriftSearch.slice(report));
    if (report.isBalanced()) {
      log.info("the ledger adds up: {} wallets, {} entries", report.wallets(), report.entries());
    } else {
      report
          .differences()
          .forEach(
              each ->
                  log.error(
                      "the ledger does not add up: {}; run ./stampede verify (docs/operating.md)",
                      each));
    }
  }

  /** Returns the figures of the queue, as last seen. */
  JobAdmin.Figures figures() {
    return meters.figures();
  }

  JobAdmin admin() {
    return admin;
  }

  /** Ends the running jobs before it closes what they write to. */
  @Override
  public void close() {
    started.close();
  }
}
