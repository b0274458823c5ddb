package dev.stampede.cli;

import dev.stampede.server.config.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry that the launcher starts. */
@Command(
    name = "stampede",
    description = "Sells scarce things to a crowd that arrives all at once.",
    subcommands = {Up.class, Serve.class, TrainCommand.class, CheckPlace.class, Verify.class},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Stampede {

  /** The exit code for a mistake of the caller: options, settings, a port or a folder in use. */
  static final int EXIT_WRONG_USE = 2;

  private Stampede() {}

  public static void main(String[] arguments) {
    int exitCode =
        new CommandLine(new Stampede())
            .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure))
            .execute(arguments);
    System.exit(exitCode);
  }

  /** A failure we foresaw is told in words; any other with its trace, since it is our mistake. */
  private static int explain(Exception failure) {
    return switch (failure) {
      case SettingsException settings -> told(settings);
      case CannotStartException cannot -> told(cannot);
      case Exception unforeseen -> {
        unforeseen.printStackTrace();
        yield CommandLine.ExitCode.SOFTWARE;
      }
    };
  }

  private static int told(Exception failure) {
    System.err.println("stampede: " + failure.getMessage());
    return EXIT_WRONG_USE;
  }
}
