package dev.stampede.prove;

import dev.stampede.harness.JsonFile;
import dev.stampede.harness.StampedeRoot;
import dev.stampede.prove.check.CheckedRecord;
import dev.stampede.prove.check.InvariantResult;
import dev.stampede.prove.check.Violation;
import dev.stampede.prove.fault.FaultKind;
import dev.stampede.prove.fault.FaultKinds;
import dev.stampede.prove.fault.FaultPlan;
import dev.stampede.prove.load.SaleLoadPlan;
import dev.stampede.prove.planted.PlantedBug;
import dev.stampede.prove.planted.PlantedBugs;
import dev.stampede.prove.report.ProveJson;
import dev.stampede.prove.report.RecordedRuns;
import dev.stampede.prove.site.ServerBuild;
import dev.stampede.prove.site.SiteOptions;
import dev.stampede.prove.site.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./stampede prove}: everything is recorded, several things break, a checker judges. */
@Command(
    name = "stampede prove",
    description = "Records every operation of many clients under faults, and checks the record.",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:nothing was violated",
      "1:something was, or a planted bug was not found",
      "2:could not run"
    })
public final class ProveMain implements Callable<Integer> {

  public static final int HELD = 0;
  public static final int BROKEN = 1;
  static final int COULD_NOT_RUN = 2;

  static final int MOST_MINUTES = 120;
  static final int MOST_SECONDS = 60;
  static final int MOST_CLIENTS = 512;
  static final int MOST_PER_SECOND = 10_000;

  /** Of each invariant; the report has more. */
  private static final int MOST_PRINTED = 5;

  /** Seeds are drawn from so many, which a person can copy. */
  private static final int SEEDS = 1_000_000;

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "how long clients call, 1.." + MOST_MINUTES + " (default ${DEFAULT-VALUE})")
  private int minutes = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "of everything that clients and faults draw (default: a new one, printed)")
  private @Nullable Long seed;

  @Option(
      names = "--faults",
      paramLabel = "LIST",
      description =
          "kinds of faults between commas; a star at the end means all that begin so, a minus in"
              + " front leaves out; none: no faults (default all)")
  private String faults = FaultKinds.EVERY;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description =
          "a fault begins so often on average, 1.." + MOST_SECONDS + " (default ${DEFAULT-VALUE})")
  private int every = 2;

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      description = "of Redis: single, sentinel or cluster (default single)")
  private String topology = "single";

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "servers, 1.." + SiteOptions.MOST_SERVERS + " (default ${DEFAULT-VALUE})")
  private int servers = 2;

  @Option(
      names = "--brokers",
      paramLabel = "N",
      description = "of Kafka, 1 or 3; of three, one may be lost (default ${DEFAULT-VALUE})")
  private int brokers = SiteOptions.ONE_BROKER;

  @Option(
      names = "--upgrade-from",
      paramLabel = "FOLDER",
      description =
          "a checkout of another version; servers begin with it and are replaced one by one by this"
              + " one, a fault of the kind server-upgrade")
  private @Nullable Path upgradeFrom;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "clients that call at the same time, 1.." + MOST_CLIENTS + " (default ${DEFAULT-VALUE})")
  private int clients = SaleLoadPlan.USUAL_CLIENTS;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "calls per second of all clients, 1.." + MOST_PER_SECOND + " (default ${DEFAULT-VALUE})")
  private int rate = SaleLoadPlan.USUAL_RATE_PER_SECOND;

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "where the record and the report go (default ./prove-report)")
  private Path report = Path.of("prove-report");

  @Option(
      names = "--planted",
      paramLabel = "LIST",
      arity = "0..1",
      fallbackValue = PlantedBugs.EVERY,
      description =
          "plant each known bug, or those between commas, into a run of its own; the checker must"
              + " find it")
  private @Nullable String planted;

  @Option(
      names = "--simulate",
      paramLabel = "N",
      description =
          "run N interleavings of the parts that race, on one seeded thread each, instead")
  private @Nullable Long simulate;

  @Option(
      names = "--check",
      paramLabel = "FOLDER",
      description = "check the record in this folder again, instead of making one")
  private @Nullable Path check;

  @Option(
      names = "--sums",
      paramLabel = "FOLDER",
      description = "print a table of the recorded results in this folder, instead")
  private @Nullable Path sums;

  @Mixin private JsonFile json = new JsonFile();

  private ProveMain() {}

  public static void main(String[] args) {
    System.setProperty("logback.configurationFile", "dev/stampede/prove/logback.xml");
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new ProveMain());
    line.setParameterExceptionHandler(
        (wrong, _) -> told(wrong.getCommandLine().getErr(), wrong.getMessage()));
    line.setExecutionExceptionHandler(
        (failure, command, _) -> {
          failure.printStackTrace(command.getErr());
          return COULD_NOT_RUN;
        });
    return line;
  }

  /** One line, whatever it is about. */
  private static int told(PrintWriter err, @Nullable String message) {
    String line = String.valueOf(message).replace('\n', ' ').replace("\r", "");
    err.println("stampede prove: " + line);
    return COULD_NOT_RUN;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    json.refuseUnwritable(spec.commandLine());
    JsonFile.refuseUnwritableFolder(
        spec.commandLine(), "--report " + report, report.toAbsolutePath().getParent());
    RunPlan plan = plan();
    try {
      if (simulate != null) {
        return new SimulatedRuns(plan.seed(), simulate, out).run() ? HELD : BROKEN;
      }
      if (sums != null) {
        out.print(RecordedRuns.in(sums).page());
        out.flush();
        return HELD;
      }
      if (check != null) {
        return judged(new RunReport(check, out).make(), out);
      }
      if (planted != null) {
        PlantedRuns runs = new PlantedRuns(StampedeRoot.path(), report, plan, out);
        var caught = runs.run(bugs(planted));
        var _ = json.write(() -> ProveJson.planted(plan.seed(), caught));
        return caught.containsValue(false) ? BROKEN : HELD;
      }
      out.printf("seed %d, topology %s%n", plan.seed(), plan.site().topology().label());
      Path record = RunReport.emptyRecord(report);
      var _ = new ProveRun(upgraded(plan, out), record, out).run();
      return judged(new RunReport(report, out).make(), out);
    } catch (AssertionError e) {
      // A service that does not come up; picocli would not explain an Error.
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** The other version is built first, which may take minutes. */
  private RunPlan upgraded(RunPlan plan, PrintWriter out) throws IOException {
    if (upgradeFrom == null) {
      return plan;
    }
    out.printf("building %s%n", upgradeFrom);
    out.flush();
    return plan.upgradedFrom(ServerBuild.of(upgradeFrom, report.resolve("upgrade")));
  }

  private int judged(RunReport.Judged judged, PrintWriter out) throws Exception {
    var _ = json.write(judged::json);
    CheckedRecord verdict = judged.verdict();
    for (InvariantResult broken : verdict.broken()) {
      out.printf("%n%s: %s%n", broken.name(), broken.sentence());
      broken.shown().stream().limit(MOST_PRINTED).map(Violation::print).forEach(out::print);
    }
    out.printf(
        "%n%,d operations, %d invariants, %,d violations; the report: %s%n",
        verdict.calls(), verdict.invariants().size(), verdict.violations(), judged.page());
    out.flush();
    return verdict.holds() ? HELD : BROKEN;
  }

  private RunPlan plan() {
    refuseOutside("--minutes", minutes, MOST_MINUTES);
    refuseOutside("--every", every, MOST_SECONDS);
    refuseOutside("--servers", servers, SiteOptions.MOST_SERVERS);
    refuseOutside("--clients", clients, MOST_CLIENTS);
    refuseOutside("--rate", rate, MOST_PER_SECOND);
    Topology shape =
        Topology.labelled(topology)
            .orElseThrow(
                () -> wrong("--topology is '%s'; give %s".formatted(topology, Topology.labels())));
    long chosen = seed == null ? RandomGenerator.getDefault().nextInt(SEEDS) : seed;
    if (brokers != SiteOptions.ONE_BROKER && brokers != SiteOptions.THREE_BROKERS) {
      throw wrong("--brokers is %d; give 1 or 3".formatted(brokers));
    }
    SiteOptions site = SiteOptions.of(shape, servers);
    return new RunPlan(
        new FaultPlan(Duration.ofMinutes(minutes), kinds(), Duration.ofSeconds(every)),
        brokers == SiteOptions.ONE_BROKER ? site : site.withThreeBrokers(),
        SaleLoadPlan.of(chosen, report).withClients(clients).withRate(rate));
  }

  private List<FaultKind> kinds() {
    if (faults.equals("none")) {
      return List.of();
    }
    try {
      return FaultKinds.named(faults);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private List<PlantedBug> bugs(String list) {
    try {
      return PlantedBugs.named(list);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private void refuseOutside(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw wrong("%s is %d; give 1..%d".formatted(option, value, most));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
