package dev.stampede.lab;

import dev.stampede.harness.JsonFile;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.report.RunText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab run}: one way to claim, looked at closely. */
@Command(
    name = "run",
    description = "Lets buyers rush for tickets by one way to claim, and tells who got what.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Option(
      names = "--strategy",
      paramLabel = "WAY",
      description = "the way to claim (default optimistic)")
  private String strategy = Strategy.OPTIMISTIC.word();

  @Option(
      names = "--queue",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "a queue in front: enter, look until it is my turn, run, leave (default off)")
  private String queue = "off";

  @Option(names = "--verbose", description = "log every transaction")
  private boolean verbose;

  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Mixin private JsonFile json = new JsonFile();

  /** 0 when it ran, whatever came of it; 2 for wrong options. */
  @Override
  public Integer call() throws Exception {
    Strategy chosen = Strategies.parse("--strategy", strategy);
    boolean isQueueOn = PlanOptions.isOn("--queue", queue);
    Plan plan = options.plan(chosen);
    Plan whole = plan.with(plan.queueing().switched(isQueueOn));
    options.refuseIdle(List.of(chosen), isQueueOn);
    output.refuseUnwritable(spec.commandLine());
    json.refuseUnwritable(spec.commandLine());
    List<PlannedRun> trials = new ArrayList<>();
    for (int repeat = 1; repeat <= options.repeats(); repeat++) {
      trials.add(Strategies.repeated(whole, repeat, ""));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (LabSession session = LabSession.start(trials, spec.commandLine().getErr())) {
      out.println(RunText.heading(whole));
      List<RunResult> runs =
          verbose
              ? session.runLogged(trials, out::println, run -> show(run, out))
              : session.run(trials, run -> show(run, out));
      output.write(runs, Optional.empty(), json, out);
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private void show(RunResult run, PrintWriter out) {
    out.println();
    if (options.repeats() > 1) {
      out.println("Run %d of %d".formatted(run.trial().repeat(), options.repeats()));
    }
    out.println(RunText.render(run, verbose));
    out.flush();
  }
}
