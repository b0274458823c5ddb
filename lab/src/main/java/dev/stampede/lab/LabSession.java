package dev.stampede.lab;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.harness.TemporaryServices;
import dev.stampede.lab.contest.Contest;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunListener;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Stop;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Tries;
import dev.stampede.lab.report.Bar;
import dev.stampede.lab.services.Addresses;
import dev.stampede.lab.services.LabStores;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The services and the runs of one command. Ctrl-C ends the run that is under way; what was
 * measured by then is still printed, and only then do the services stop.
 */
final class LabSession implements AutoCloseable {

  private static final Duration LAST_WORDS = Duration.ofSeconds(15);

  /** Enough to open all connections and to have seen the code once. */
  private static final int WARM_UP_BUYERS = 64;

  private final TemporaryServices services;
  private final LabStores stage;
  private final Stop stop = new Stop();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final RunListener onlooker;

  private LabSession(TemporaryServices services, LabStores stage, PrintWriter err) {
    this.services = services;
    this.stage = stage;
    boolean isTerminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    this.onlooker = isTerminal ? new Bar(err) : RunListener.NOBODY;
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted, "lab-last-words"));
  }

  /** Starts what these plans need. */
  static LabSession start(List<PlannedRun> trials, PrintWriter err)
      throws IOException, SQLException {
    Set<ServiceKind> wanted = EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS);
    if (trials.stream().anyMatch(trial -> trial.plan().strategy() == Strategy.KAFKA_PARTITION)) {
      wanted.add(ServiceKind.KAFKA);
    }
    TemporaryServices services =
        TemporaryServices.start(LabMain.OWNER, wanted, new ServiceReporter(err::println));
    try {
      return new LabSession(services, LabStores.open(Addresses.of(services), tries(trials)), err);
    } catch (SQLException | RuntimeException e) {
      services.close();
      throw e;
    }
  }

  private static Tries tries(List<PlannedRun> trials) {
    return trials.getFirst().plan().tries();
  }

  /** Runs them one after the other until it is enough. */
  List<RunResult> run(List<PlannedRun> trials, Consumer<RunResult> each)
      throws SQLException, InterruptedException {
    return run(trials, new Contest(stage, onlooker, stop), each);
  }

  /** The same, with a log of every transaction; a bar would run through it. */
  List<RunResult> runLogged(
      List<PlannedRun> trials, Consumer<String> lines, Consumer<RunResult> each)
      throws SQLException, InterruptedException {
    return run(trials, new Contest(stage, RunListener.NOBODY, stop).loggingTo(lines), each);
  }

  private List<RunResult> run(List<PlannedRun> trials, Contest contest, Consumer<RunResult> each)
      throws SQLException, InterruptedException {
    warmUp(trials);
    List<RunResult> runs = new ArrayList<>();
    for (PlannedRun trial : trials) {
      if (!stop.isRequested()) {
        RunResult run = contest.run(trial);
        runs.add(run);
        each.accept(run);
      }
    }
    return runs;
  }

  /**
   * Runs each way once, unrecorded: the first one would pay for connections and for code that was
   * never run before.
   */
  private void warmUp(List<PlannedRun> trials) throws SQLException, InterruptedException {
    Contest quietly = new Contest(stage, RunListener.NOBODY, stop);
    Set<Strategy> strategies = new LinkedHashSet<>();
    trials.forEach(trial -> strategies.add(trial.plan().strategy()));
    Plan first = trials.getFirst().plan();
    for (Strategy strategy : strategies) {
      if (!stop.isRequested()) {
        Plan plan =
            new Plan(
                strategy,
                first.crowd().withPerBuyer(1).withBuyers(WARM_UP_BUYERS).withSeats(WARM_UP_BUYERS),
                first.tries().withThinkTime(Duration.ZERO),
                first.guard(),
                first.queueing().switched(false));
        var _ = quietly.run(new PlannedRun(plan, 1, ""));
      }
    }
  }

  private void interrupted() {
    stop.request();
    try {
      var _ = closed.await(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    services.close();
  }

  @Override
  public void close() {
    try {
      stage.close();
      services.close();
    } finally {
      closed.countDown();
    }
  }
}
