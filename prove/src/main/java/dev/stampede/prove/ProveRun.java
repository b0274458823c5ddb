package dev.stampede.prove;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.harness.RunEnvironment;
import dev.stampede.harness.TemporaryFolder;
import dev.stampede.prove.fault.FaultDriver;
import dev.stampede.prove.fault.FaultKinds;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.load.SaleLoad;
import dev.stampede.prove.report.RunMoments;
import dev.stampede.prove.site.ProveSite;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** One run: clients and faults on a site of its own, until all is recorded and the site is gone. */
final class ProveRun {

  /** Of the run's time: before the first fault, and after the last repair. */
  static final Duration CALM = Duration.ofSeconds(10);

  /** The progress is said so often. */
  private static final Duration SAID = Duration.ofSeconds(10);

  /** The checker refuses more than three minutes; the run records what it was. */
  private static final Duration DRAINED_WITHIN = Duration.ofMinutes(5);

  /** Holds of a time when the database's clock was an hour ahead last for that hour. */
  private static final String NOT_DRAINED =
      """
      SELECT (SELECT count(*) FROM outbox)
        + (SELECT count(*) FROM hold
          WHERE state = 'l' AND expires_at < stampede_now() + interval '10 minutes')
        + (SELECT count(*) FROM job WHERE every_millis IS NULL)
      """;

  private final RunPlan plan;
  private final Path record;
  private final PrintWriter out;

  /**
   * A run.
   *
   * @param record an empty folder, for the record
   */
  ProveRun(RunPlan plan, Path record, PrintWriter out) {
    this.plan = plan;
    this.record = record;
    this.out = out;
  }

  /** Returns when the record is complete. */
  RunMoments run() throws IOException, InterruptedException, SQLException {
    try (TemporaryFolder place = TemporaryFolder.create("prove").deletedAtShutdown();
        ProveSite site =
            ProveSite.start(
                place.path(), plan.site().with(FaultKinds.parts(plan.faults().kinds())))) {
      say("the site runs: %s".formatted(site.shape()));
      return run(site, place.path());
    }
  }

  private RunMoments run(ProveSite site, Path place)
      throws IOException, InterruptedException, SQLException {
    Instant begunAt = Instant.now();
    try (CallRecorder recorder = CallRecorder.to(record.resolve("calls.tsv"))) {
      RunMoments moments;
      try (SaleLoad clients = SaleLoad.start(site, recorder, plan.loadIn(place.resolve("load")))) {
        site.expose(clients.libraryProcesses());
        FaultKinds.unavailable(plan.faults().kinds(), site.shape())
            .forEach((kind, reason) -> say("without %s: %s".formatted(kind, reason)));
        try (FaultDriver driver =
            FaultDriver.of(
                site,
                plan.seed(),
                plan.faults(),
                recorder::nowMicros,
                record.resolve("faults.tsv"))) {
          moments = disturb(recorder, clients, driver);
        }
      }
      long drained = drain(site, recorder);
      site.dump(record);
      writeProperties(begunAt, moments, drained);
      return moments;
    }
  }

  private RunMoments disturb(CallRecorder recorder, SaleLoad clients, FaultDriver driver)
      throws InterruptedException {
    watch(CALM, recorder, clients, driver);
    long faults = recorder.nowMicros();
    Thread teller =
        Thread.startVirtualThread(() -> tellUntilInterrupted(recorder, clients, driver));
    driver.runFor(plan.faults().time().minus(CALM.multipliedBy(2)));
    driver.repairAll();
    long healed = recorder.nowMicros();
    teller.interrupt();
    watch(CALM, recorder, clients, driver);
    clients.stop();
    driver.troubles().forEach(trouble -> say("a fault went wrong: " + trouble));
    return new RunMoments(faults, healed, recorder.nowMicros());
  }

  private void watch(Duration time, CallRecorder recorder, SaleLoad clients, FaultDriver driver)
      throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
    tell(recorder, clients, driver);
  }

  private void tellUntilInterrupted(CallRecorder recorder, SaleLoad clients, FaultDriver driver) {
    try {
      while (true) {
        watch(SAID, recorder, clients, driver);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(CallRecorder recorder, SaleLoad clients, FaultDriver driver) {
    say(
        "%4d s  %,9d operations  %,6.0f/s  %,6d unknown  %4d faults"
            .formatted(
                TimeUnit.MICROSECONDS.toSeconds(recorder.nowMicros()),
                recorder.recorded(),
                clients.rate(),
                recorder.unknown(),
                driver.counts().values().stream().mapToInt(Integer::intValue).sum()));
  }

  /** Waits until every hold has ended, every event is sent and every job is done. */
  private long drain(ProveSite site, CallRecorder recorder) {
    try {
      Eventually.within(DRAINED_WITHIN)
          .until("holds have ended, events are sent and jobs are done", () -> isDrained(site));
    } catch (AssertionError late) {
      say(late.getMessage() + "; the checker will say what is left");
    }
    return recorder.nowMicros();
  }

  private static boolean isDrained(ProveSite site) throws SQLException {
    try (Connection connection = site.services().sql().connect();
        Statement statement = connection.createStatement();
        ResultSet left = statement.executeQuery(NOT_DRAINED)) {
      left.next();
      return left.getLong(1) == 0;
    }
  }

  private void writeProperties(Instant begunAt, RunMoments moments, long drained)
      throws IOException {
    Files.writeString(
        record.resolve("run.properties"),
        """
        seed=%d
        topology=%s
        servers=%d
        commit=%s
        begunAt=%s
        faultsMicros=%d
        healedMicros=%d
        loadEndedMicros=%d
        drainedMicros=%d
        """
            .formatted(
                plan.seed(),
                plan.site().topology().label(),
                plan.site().servers(),
                RunEnvironment.here().commit(),
                begunAt,
                moments.faultsMicros(),
                moments.healedMicros(),
                moments.loadEndedMicros(),
                drained),
        UTF_8);
  }

  private void say(String line) {
    out.println("  " + line);
    out.flush();
  }
}
