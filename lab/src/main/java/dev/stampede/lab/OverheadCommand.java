package dev.stampede.lab;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceReporter;
import dev.stampede.harness.RunEnvironment;
import dev.stampede.harness.TemporaryServices;
import dev.stampede.lab.contest.BareRush;
import dev.stampede.lab.contest.Contest;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunListener;
import dev.stampede.lab.contest.Stop;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.report.Bar;
import dev.stampede.lab.services.Addresses;
import dev.stampede.lab.services.LabStores;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code lab overhead}: what measuring itself costs the fastest way. Rushes with everything noted,
 * counted and shown take turns with the same rushes made bare, on the same services; the middle of
 * each is compared.
 */
@Command(
    name = "overhead",
    description = "Measures what the lab's own measuring costs the fastest way (about a minute).",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true)
final class OverheadCommand implements Callable<Integer> {

  private static final int BUYERS = 4_000;
  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 15;
  private static final double BAR = 0.1;

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Plan usual = new PlanOptions().plan(Strategy.GROUP_COMMIT);
    Plan plan = usual.with(usual.crowd().withBuyers(BUYERS).withSeats(BUYERS));
    List<Double> bare = new ArrayList<>();
    List<Double> noted = new ArrayList<>();
    try (TemporaryServices services =
            TemporaryServices.start(
                LabMain.OWNER,
                EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS),
                new ServiceReporter(spec.commandLine().getErr()::println));
        LabStores plain = LabStores.openUncounted(Addresses.of(services), plan.tries());
        LabStores counted = LabStores.open(Addresses.of(services), plan.tries())) {
      RunListener bar = new Bar(new PrintWriter(Writer.nullWriter()));
      Contest contest = new Contest(counted, bar, new Stop());
      for (int round = -WARM_UPS; round < ROUNDS; round++) {
        List<Double> ofBare = round < 0 ? new ArrayList<>() : bare;
        List<Double> ofNoted = round < 0 ? new ArrayList<>() : noted;
        // The second one finds the caches warm: they take turns at that too.
        if (round % 2 == 0) {
          ofBare.add(seconds(BareRush.run(plain, plan)));
          ofNoted.add(seconds(contest.run(new PlannedRun(plan, 1, "")).cost().took()));
        } else {
          ofNoted.add(seconds(contest.run(new PlannedRun(plan, 1, "")).cost().took()));
          ofBare.add(seconds(BareRush.run(plain, plan)));
        }
      }
    }
    double without = middle(bare);
    double with = middle(noted);
    double share = with / without - 1;
    out.println(
        String.format(
            Locale.ROOT,
            "group-commit, %,d buyers, middle of %d rushes: bare %,.0f a second, in the lab %,.0f a second; the lab costs %.1f %% (bar %.0f %%: %s)",
            BUYERS,
            ROUNDS,
            BUYERS / without,
            BUYERS / with,
            share * 100,
            BAR * 100,
            share <= BAR ? "holds" : "DOES NOT HOLD"));
    out.println(RunEnvironment.here());
    return CommandLine.ExitCode.OK;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static double middle(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
