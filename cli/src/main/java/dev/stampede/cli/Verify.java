package dev.stampede.cli;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.CheckProgress;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Reconciliation.Result;
import dev.stampede.engine.verify.ReconciliationProgress;
import dev.stampede.engine.verify.Scope;
import dev.stampede.server.VerifySubsystem;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.logging.Logging;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Compares everything that a deployment has written down, while it runs or not. */
@Command(
    name = "verify",
    description = {
      "Compare what a deployment has written down: seats, events, holds, bookings, points, the outbox and Redis.",
      "The settings of the server (DATABASE_URL and REDIS_*) say where they are. Verify changes nothing."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all of it agrees",
      "1:something does not agree, and the report names it",
      "2:wrong options or settings, or nothing to look at where they point"
    })
final class Verify implements Callable<Integer> {

  static final int EXIT_DRIFT = 1;

  private static final int DEFAULT_NAMED = 100;
  private static final int MAX_NAMED = 10_000;

  /** The launcher knows what standard error is; Java does not. */
  private static final String SCREEN = "stampede.terminal";

  private static final Duration OVER_AND_OVER = Duration.ofSeconds(1);
  private static final Duration NOW_AND_THEN = Duration.ofSeconds(10);

  @Option(
      names = "--show",
      paramLabel = "ID",
      description =
          "one show alone: its seats, holds and bookings, what waits to be told of it, and its keys in Redis")
  private @Nullable String show;

  @Option(names = "--json", description = "one JSON object instead of text")
  private boolean json;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "" + DEFAULT_NAMED,
      description =
          "name at most N of each part, 1.."
              + MAX_NAMED
              + " (default ${DEFAULT-VALUE}); all are counted")
  private int most;

  private final Terminal terminal;

  Verify(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (most < 1 || most > MAX_NAMED) {
      throw new CannotStartException("--most is %d; give 1..%d".formatted(most, MAX_NAMED));
    }
    Scope scope = scope();
    Logging.text();
    Settings settings = Settings.read(SettingsSource.of(terminal.environment()), Mode.VERIFY);
    VerifyReport report = new VerifyReport(terminal.out(), scope);
    List<Result> results = run(settings, scope, report);
    boolean agree = results.stream().allMatch(Result::agrees);
    if (json) {
      report.json(results, agree);
    } else {
      report.end(results, agree);
    }
    return agree ? ExitCode.OK : EXIT_DRIFT;
  }

  private Scope scope() {
    String given = show;
    if (given == null) {
      return new Scope.Everything();
    }
    return new Scope.OneShow(
        ShowId.parse(given)
            .orElseThrow(
                () ->
                    new CannotStartException(
                        "--show is '%s'; give the id as the server says it".formatted(given))));
  }

  private List<Result> run(Settings settings, Scope scope, VerifyReport report) {
    boolean screen = Boolean.getBoolean(SCREEN);
    Duration pause = screen ? OVER_AND_OVER : NOW_AND_THEN;
    try (ScheduledExecutorService clock =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory())) {
      try {
        return VerifySubsystem.run(
            settings,
            scope,
            most,
            sizes -> {
              ReconciliationProgress progress =
                  new ReconciliationProgress(scope.parts(), sizes, System::nanoTime);
              ProgressLine line = new ProgressLine(terminal.err(), screen, progress);
              var _ =
                  clock.scheduleWithFixedDelay(
                      line::tick, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
              return new Told(progress, line, json ? Optional.empty() : Optional.of(report));
            });
      } finally {
        clock.shutdownNow();
      }
    } catch (ServerException e) {
      throw new CannotStartException(e);
    }
  }

  /** Progress on standard error; on standard output each part's result as it comes, if as text. */
  private record Told(
      ReconciliationProgress progress, ProgressLine line, Optional<VerifyReport> report)
      implements Reconciliation.Listener {

    @Override
    public void begins(Part part) {
      progress.begins(part);
    }

    @Override
    public void compared(Part part, long rows) {
      progress.compared(part, rows);
    }

    @Override
    public void checked(Part part, CheckProgress checks) {
      progress.checked(part, checks);
    }

    @Override
    public void ended(Result result) {
      progress.ended(result);
      line.clear();
      report.ifPresent(to -> to.part(result));
    }
  }
}
