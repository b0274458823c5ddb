package dev.stampede.bench;

import dev.stampede.bench.claims.ClaimsAgainst;
import dev.stampede.bench.figures.FigureTable;
import dev.stampede.bench.report.Benchmark;
import dev.stampede.bench.report.Effort;
import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Report;
import dev.stampede.bench.report.ReportJson;
import dev.stampede.bench.report.ReportTable;
import dev.stampede.harness.JsonFile;
import dev.stampede.harness.RunEnvironment;
import dev.stampede.harness.StampedeRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./stampede bench}: runs one benchmark, prints a table, writes JSON for programs. */
@Command(
    name = "stampede bench",
    description = "Measures us against our peers in one run.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class BenchMain implements Callable<Integer> {

  private static final String ALL = "all";
  private static final String TABLE = "table";

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Parameters(paramLabel = "NAME", description = "the benchmark to run")
  private String name = "";

  @Option(names = "--quick", description = "end within 60 s; noisier than a full run")
  private boolean quick;

  @Mixin private JsonFile json = new JsonFile();

  @Option(
      names = "--only",
      paramLabel = "WORD",
      split = ",",
      description = "measure only cases with one of these words in their name")
  private Set<String> only = Set.of();

  @Option(
      names = "--against",
      paramLabel = "COMMIT|FOLDER",
      description = "only with 'claims': compare with another commit or the build in a folder")
  private @Nullable String against;

  @Option(
      names = "--json-folder",
      paramLabel = "FOLDER",
      description = "only with 'all': write each result to this folder, quick ones too")
  private @Nullable Path jsonFolder;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new BenchMain());
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("stampede bench: " + failure.getMessage());
          failure.printStackTrace(command.getErr());
          return CommandLine.ExitCode.SOFTWARE;
        });
    commandLine
        .getCommandSpec()
        .usageMessage()
        .footer(
            "",
            "Benchmarks:",
            Benchmarks.listing()
                + "  %-12s every one of them, and then the table%n".formatted(ALL)
                + "  %-12s fill the README's table from the newest results in bench/results%n"
                    .formatted(TABLE));
    return commandLine;
  }

  /** 0 when it ran, whether or not a bar held; 1 when any case broke; 2 for wrong options. */
  @Override
  public Integer call() throws Exception {
    CommandLine commandLine = spec.commandLine();
    refuseUnsuitable(commandLine);
    json.refuseUnwritable(commandLine);
    if (jsonFolder != null) {
      JsonFile.refuseUnwritableFolder(commandLine, "--json-folder " + jsonFolder, jsonFolder);
    }
    ProgressPrinter progress = new ProgressPrinter(commandLine.getOut());
    return switch (name) {
      case ALL -> all(progress);
      case TABLE -> table(progress);
      default -> one(benchmark(commandLine), progress);
    };
  }

  private Benchmark benchmark(CommandLine commandLine) {
    if (against != null) {
      return new ClaimsAgainst(against);
    }
    return Benchmarks.named(name)
        .orElseThrow(
            () ->
                new ParameterException(
                    commandLine,
                    "there is no benchmark '%s'; choose one of:%n%s"
                        .formatted(name, Benchmarks.listing())));
  }

  /** Quick results are recorded only where the caller says so, and never in the README. */
  private int all(ProgressPrinter progress) throws IOException, InterruptedException {
    Path recorded = StampedeRoot.path().resolve("bench").resolve("results");
    @Nullable Path folder = jsonFolder == null && !quick ? recorded : jsonFolder;
    List<String> failed =
        new AllBenchmarks(StampedeRoot.launcher(), quick, folder, progress)
            .run(Benchmarks.names(), LocalDate.now(ZoneOffset.UTC));
    if (recorded.equals(folder)) {
      table(progress);
    }
    progress.say(failed.isEmpty() ? "all benchmarks ran" : "FAILED: " + String.join(", ", failed));
    return failed.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static int table(ProgressPrinter progress) throws IOException {
    FigureTable.fill(StampedeRoot.path());
    progress.say("README.md has the figures of the newest recorded runs");
    return CommandLine.ExitCode.OK;
  }

  private int one(Benchmark benchmark, ProgressPrinter progress) throws Exception {
    RunEnvironment environment = RunEnvironment.here();
    progress.say("%s: %s".formatted(benchmark.name(), benchmark.question()));
    progress.say(environment.toString());
    long start = System.nanoTime();
    Report report = benchmark.run(new Effort(quick, only), progress);
    progress.say("");
    progress.say(ReportTable.render(report));
    json.write(() -> ReportJson.render(report, environment))
        .ifPresent(file -> progress.say("written to " + file));
    progress.say("took %d s".formatted(Duration.ofNanos(System.nanoTime() - start).toSeconds()));
    return report.failed().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void refuseUnsuitable(CommandLine commandLine) {
    boolean several = name.equals(ALL) || name.equals(TABLE);
    if (several && (json.isGiven() || !only.isEmpty())) {
      throw new ParameterException(
          commandLine, "--json and --only are for one benchmark, not for '%s'".formatted(name));
    }
    if (jsonFolder != null && !name.equals(ALL)) {
      throw new ParameterException(commandLine, "--json-folder is for 'all'; use --json FILE");
    }
    if (against != null && !name.equals("claims")) {
      throw new ParameterException(commandLine, "--against is for 'claims' alone");
    }
  }
}
