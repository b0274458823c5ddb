package dev.stampede.chaos;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.fault.Fault;
import dev.stampede.chaos.judge.Judge;
import dev.stampede.chaos.load.HealthPoller;
import dev.stampede.chaos.load.Load;
import dev.stampede.chaos.report.ExperimentFigures;
import dev.stampede.chaos.report.Moments;
import dev.stampede.chaos.report.Result;
import dev.stampede.chaos.report.Timeline;
import dev.stampede.harness.TemporaryFolder;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** One experiment, from an empty deployment to the verdict. */
public final class ExperimentRun {

  /** All may take longer than this only if it never comes back. */
  private static final Duration BACK_WITHIN = Duration.ofSeconds(90);

  private static final Duration POLL = Duration.ofMillis(100);

  private final Experiment experiment;
  private final ExperimentSize plan;
  private final PrintWriter out;

  public ExperimentRun(Experiment experiment, ExperimentSize plan, PrintWriter out) {
    this.experiment = experiment;
    this.plan = plan;
    this.out = out;
  }

  /** In a deployment of its own. */
  public Result run() throws Exception {
    say("%s: %s".formatted(experiment.label(), experiment.story()));
    try (TemporaryFolder place = TemporaryFolder.create("chaos").deletedAtShutdown();
        ChaosDeployment deployment =
            ChaosDeployment.start(place.path(), experiment.shape(), ChaosDeployment.HOLD)) {
      return run(deployment);
    }
  }

  /** In a deployment of the right shape, where others may have been before. */
  public Result run(ChaosDeployment deployment) throws Exception {
    try (HealthPoller health = new HealthPoller(deployment.targets());
        Load load = Load.start(deployment, health, plan.clients())) {
      Fault fault = experiment.in(deployment);
      Moments moments = disturb(fault, health, load);
      load.stop();
      ExperimentFigures figures =
          ExperimentFigures.of(
              moments, load.deeds(), load.heard(), health.changes(), experiment.signs());
      say("  all is calm; what was promised is being counted");
      return new Result(
          experiment,
          new Result.Setting(plan.clients(), plan.fault(experiment), fault.note().get()),
          figures,
          Timeline.of(moments, health.changes()),
          new Judge(deployment).findings(load));
    }
  }

  private Moments disturb(Fault fault, HealthPoller health, Load load) throws Exception {
    pause(plan.calm(experiment)); // while everything becomes warm
    long calm = System.nanoTime();
    pause(plan.calm(experiment));
    long began = System.nanoTime();
    say("  %d clients are served; now the fault".formatted(plan.clients()));
    fault.begin().run();
    long lasts = plan.fault(experiment).toNanos() - (System.nanoTime() - began);
    pause(Duration.ofNanos(Math.max(0, lasts)));
    long ended = System.nanoTime();
    fault.end().run();
    say("  it is over");
    long from = experiment.mendsItself() ? began : ended;
    long until = System.nanoTime() + BACK_WITHIN.toNanos();
    pause(plan.calm(experiment));
    while (System.nanoTime() - until < 0 && !isBack(health, load, calm, began, from)) {
      pause(POLL);
    }
    return new Moments(calm, began, from, System.nanoTime());
  }

  private static boolean isBack(HealthPoller health, Load load, long calm, long began, long from) {
    return health.allIsWell()
        && ExperimentFigures.isBack(
            load.deeds(), new Moments(calm, began, from, System.nanoTime()));
  }

  private static void pause(Duration time) throws InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("the experiment was stopped");
      }
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
