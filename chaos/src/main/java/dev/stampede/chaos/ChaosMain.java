package dev.stampede.chaos;

import dev.stampede.chaos.fault.Experiment;
import dev.stampede.chaos.fault.Experiments;
import dev.stampede.chaos.judge.Finding;
import dev.stampede.chaos.report.Result;
import dev.stampede.chaos.report.ResultsJson;
import dev.stampede.chaos.report.ResultsTable;
import dev.stampede.harness.JsonFile;
import dev.stampede.harness.RunEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./stampede chaos}: something breaks while people buy, and every promise is counted. */
@Command(
    name = "stampede chaos",
    description = "Breaks something while people buy on two servers, and counts every promise.",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:everything held", "1:something did not, and is named", "2:could not run"})
public final class ChaosMain implements Callable<Integer> {

  public static final int HELD = 0;
  public static final int BROKEN = 1;
  static final int COULD_NOT_RUN = 2;

  private static final String ALL = "all";
  private static final String LIST = "list";

  @Spec private CommandSpec spec = CommandSpec.create(); // picocli puts ours here

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "an experiment, or all of them in turn (all), or what there is (list)")
  private @Nullable String name;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "duration of the fault, "
              + ExperimentSize.LEAST_SECONDS
              + ".."
              + ExperimentSize.MOST_SECONDS
              + " (usually 10, server-frozen 30)")
  private @Nullable Integer seconds;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "people who buy, 1.." + ExperimentSize.MOST_CLIENTS + " (default ${DEFAULT-VALUE})")
  private int clients = ExperimentSize.USUAL_CLIENTS;

  @Mixin private JsonFile json = new JsonFile();

  private ChaosMain() {}

  public static void main(String[] args) {
    System.setProperty("logback.configurationFile", "dev/stampede/chaos/logback.xml");
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new ChaosMain());
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
    err.println("stampede chaos: " + line);
    return COULD_NOT_RUN;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    List<Experiment> wanted = wanted();
    ExperimentSize plan = plan();
    json.refuseUnwritable(spec.commandLine());
    if (LIST.equals(name)) {
      wanted.forEach(one -> out.printf("%-18s %s%n", one.label(), one.story()));
      out.flush();
      return ExitCode.OK;
    }
    List<Result> results = new ArrayList<>();
    for (Experiment experiment : wanted) {
      Result result = run(new ExperimentRun(experiment, plan, out));
      results.add(result);
      for (Finding finding : result.findings()) {
        out.println("  " + finding);
      }
      out.println("  answers from the fault on: " + result.figures().answers());
      out.flush();
      write(results);
    }
    out.println();
    out.print(ResultsTable.of(results));
    out.flush();
    return exitCode(results);
  }

  public static int exitCode(List<Result> results) {
    return results.stream().allMatch(Result::holds) ? HELD : BROKEN;
  }

  private static Result run(ExperimentRun trial) throws Exception {
    try {
      return trial.run();
    } catch (AssertionError e) {
      // A service that does not come up; picocli would not explain an Error.
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private List<Experiment> wanted() {
    String given = name;
    if (given == null) {
      throw wrong("name an experiment, all or list; there are: " + Experiments.names());
    }
    if (given.equals(ALL) || given.equals(LIST)) {
      return Experiments.all();
    }
    return List.of(
        Experiments.named(given)
            .orElseThrow(
                () ->
                    wrong(
                        "there is no experiment '%s'; there are: %s, all, list"
                            .formatted(given, Experiments.names()))));
  }

  private ExperimentSize plan() {
    if (clients < 1 || clients > ExperimentSize.MOST_CLIENTS) {
      throw wrong(
          "--clients is %d; give 1..%d (default %d)"
              .formatted(clients, ExperimentSize.MOST_CLIENTS, ExperimentSize.USUAL_CLIENTS));
    }
    Integer given = seconds;
    if (given == null) {
      return new ExperimentSize(clients, OptionalInt.empty());
    }
    if (given < ExperimentSize.LEAST_SECONDS || given > ExperimentSize.MOST_SECONDS) {
      throw wrong(
          "--seconds is %d; give %d..%d"
              .formatted(given, ExperimentSize.LEAST_SECONDS, ExperimentSize.MOST_SECONDS));
    }
    return new ExperimentSize(clients, OptionalInt.of(given));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** After each, so that what was done is kept if the next one breaks. */
  private void write(List<Result> results) throws IOException {
    var _ = json.write(() -> ResultsJson.of(results, RunEnvironment.here()));
  }
}
