package dev.stampede.bench;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "the benchmark to run")
  private String name = "";

  @Option(names = "--quick", description = "end within 60 s; noisier than a full run")
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write the result to this file as JSON")
  private @Nullable Path json;

  @Option(
      names = "--only",
      paramLabel = "WORD",
      split = ",",
      description = "measure only cases with one of these words in their name")
  private Set<String> only = Set.of();

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
    commandLine.getCommandSpec().usageMessage().footer("", "Benchmarks:", Benchmarks.listing());
    return commandLine;
  }

  /** 0 when it ran, whether or not a bar held; 1 when it broke; 2 for wrong options. */
  @Override
  public Integer call() throws Exception {
    CommandLine commandLine = command();
    PrintWriter out = commandLine.getOut();
    Benchmark benchmark =
        Benchmarks.named(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        commandLine,
                        "there is no benchmark '%s'; choose one of:%n%s"
                            .formatted(name, Benchmarks.listing())));
    refuseUnwritable(commandLine);
    Environment environment = Environment.here(StampedeRoot.path());
    Journal journal = new Journal(out);
    journal.say("%s: %s".formatted(benchmark.name(), benchmark.question()));
    journal.say(environment.toString());
    long start = System.nanoTime();
    Report report = benchmark.run(new Effort(quick, only), journal);
    journal.say("");
    journal.say(ReportTable.render(report));
    if (json != null) {
      Files.writeString(json, ReportJson.render(report, environment));
      journal.say("written to " + json);
    }
    journal.say("took %d s".formatted(Duration.ofNanos(System.nanoTime() - start).toSeconds()));
    return CommandLine.ExitCode.OK;
  }

  /** Said before the run, not after minutes of it. */
  private void refuseUnwritable(CommandLine commandLine) {
    if (json != null && !Files.isWritable(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          commandLine,
          "--json %s: its folder does not exist or cannot be written to; create it first"
              .formatted(json));
    }
  }

  private CommandLine command() {
    if (spec == null) {
      throw new IllegalStateException("this command is run by picocli, not called by itself");
    }
    return spec.commandLine();
  }
}
