package dev.stampede.lab;

import dev.stampede.harness.JsonFile;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.plan.Knob;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Sweep;
import dev.stampede.lab.plan.WrongOptionException;
import dev.stampede.lab.report.RunText;
import dev.stampede.lab.report.RunsTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab compare}: many ways to claim, the same intentions, side by side. */
@Command(
    name = "compare",
    description = "Lets the same buyers rush for tickets by many ways to claim, side by side.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
final class CompareCommand implements Callable<Integer> {

  /** Without a word on the queue: as the source document does it, beside everything else. */
  private static final String AS_THE_DOCUMENT = "";

  private static final String BOTH = "both";

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Option(
      names = {"--strategy", "--strategies"},
      paramLabel = "WAYS",
      description = "all (default), fast, or some with commas between")
  private String strategies = "all";

  @Option(
      names = "--queue",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off|both",
      description =
          "a queue in front (default: off, and optimistic once more with it, as in the source document)")
  private String queue = AS_THE_DOCUMENT;

  @Option(
      names = "--sweep",
      paramLabel = "NAME=VALUES",
      description = "try one setting with several values, as in buyers=10,50,200,1000")
  private @Nullable String sweep;

  @Mixin private PlanOptions options = new PlanOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Mixin private JsonFile json = new JsonFile();

  /** 0 when it ran, whatever came of it; 2 for wrong options. */
  @Override
  public Integer call() throws Exception {
    List<Strategy> chosen = Strategies.parseSeveral("--strategy", strategies);
    Optional<Sweep> swept = sweep == null ? Optional.empty() : Optional.of(swept(sweep));
    List<Plan> plans = plans(chosen, swept);
    options.refuseIdle(chosen, plans.stream().anyMatch(plan -> plan.queueing().on()));
    output.refuseUnwritable(spec.commandLine());
    json.refuseUnwritable(spec.commandLine());
    output.nameOut();
    List<PlannedRun> trials = trials(plans, swept);
    PrintWriter out = spec.commandLine().getOut();
    try (LabSession session = LabSession.start(trials, spec.commandLine().getErr())) {
      out.println(RunText.intentions(plans.getFirst()));
      swept.ifPresent(
          turned -> out.println("swept: %s = %s".formatted(turned.knob().word(), turned.values())));
      out.flush();
      List<RunResult> runs = session.run(trials, run -> {});
      out.println();
      out.println(RunsTable.render(runs));
      if (plans.stream().anyMatch(plan -> !plan.tries().thinkTime().isZero())) {
        out.println(RunText.THINKING);
      }
      output.write(runs, swept.map(turned -> turned.knob().word()), json, out);
      out.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private Sweep swept(String text) {
    Sweep parsed = Sweep.parse(text);
    if (options.has(parsed.knob().word())) {
      throw new WrongOptionException(
          "--sweep %s and --%s contradict each other; leave one out"
              .formatted(text, parsed.knob().word()));
    }
    return parsed;
  }

  private List<Plan> plans(List<Strategy> chosen, Optional<Sweep> swept) {
    boolean sweepsQueue = swept.map(Sweep::knob).map(Knob::isOfTheQueue).orElse(false);
    String how = queue.equals(AS_THE_DOCUMENT) && sweepsQueue ? "on" : queue;
    if (sweepsQueue && how.equals("off")) {
      throw new WrongOptionException(
          "--sweep %s needs the queue; leave out --queue off".formatted(sweep));
    }
    List<Plan> plans = new ArrayList<>();
    for (Strategy strategy : chosen) {
      Plan plan = options.plan(strategy);
      switch (how) {
        case AS_THE_DOCUMENT -> plans.add(plan);
        case BOTH -> {
          plans.add(plan);
          plans.add(queued(plan));
        }
        default -> plans.add(PlanOptions.isOn("--queue", how) ? queued(plan) : plan);
      }
    }
    if (how.equals(AS_THE_DOCUMENT) && chosen.contains(Strategy.OPTIMISTIC)) {
      plans.add(queued(options.plan(Strategy.OPTIMISTIC)));
    }
    return plans;
  }

  private static Plan queued(Plan plan) {
    return plan.with(plan.queueing().switched(true));
  }

  private List<PlannedRun> trials(List<Plan> plans, Optional<Sweep> swept) {
    List<String> values = swept.map(Sweep::values).orElse(List.of(""));
    List<PlannedRun> trials = new ArrayList<>();
    for (int repeat = 1; repeat <= options.repeats(); repeat++) {
      for (String value : values) {
        for (Plan plan : plans) {
          Plan turned = swept.isEmpty() ? plan : swept.get().knob().turned(plan, value);
          trials.add(Strategies.repeated(turned, repeat, value));
        }
      }
    }
    return trials;
  }
}
