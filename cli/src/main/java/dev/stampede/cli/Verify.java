package dev.stampede.cli;

import dev.stampede.engine.verify.Reconciliation.Result;
import dev.stampede.server.ServerException;
import dev.stampede.server.VerifyDesk;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.Source;
import dev.stampede.server.logging.Logging;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Compares everything that a deployment has written down, while it runs or not. */
@Command(
    name = "verify",
    description = {
      "Compare what a deployment has written down: seats, events, holds, bookings, points, the outbox and Redis.",
      "Where they are is said by the settings of the server (DATABASE_URL and REDIS_*). Nothing is changed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all of it agrees",
      "1:something does not, and is named",
      "2:wrong options or settings, or nothing to look at where they point"
    })
final class Verify implements Callable<Integer> {

  static final int EXIT_DRIFT = 1;

  private static final int DEFAULT_NAMED = 100;
  private static final int MAX_NAMED = 10_000;

  @Option(names = "--json", description = "one JSON object instead of text")
  private boolean json;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "" + DEFAULT_NAMED,
      description =
          "name so many of each part, 1.."
              + MAX_NAMED
              + " (default ${DEFAULT-VALUE}); all are counted")
  private int most;

  @Override
  public Integer call() {
    if (most < 1 || most > MAX_NAMED) {
      throw new CannotStartException("--most is %d; give 1..%d".formatted(most, MAX_NAMED));
    }
    Logging.text();
    Settings settings = Settings.read(Source.of(System.getenv()), Mode.VERIFY);
    VerifyReport report = new VerifyReport(System.out);
    Consumer<Result> asTheyCome = json ? _ -> {} : report::part;
    List<Result> results = run(settings, asTheyCome);
    boolean agree = results.stream().allMatch(Result::agrees);
    if (json) {
      report.json(results, agree);
    } else {
      report.end(results, agree);
    }
    return agree ? ExitCode.OK : EXIT_DRIFT;
  }

  private List<Result> run(Settings settings, Consumer<Result> done) {
    try {
      return VerifyDesk.run(settings, most, done);
    } catch (ServerException e) {
      throw new CannotStartException(e);
    }
  }
}
