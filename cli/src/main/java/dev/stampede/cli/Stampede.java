package dev.stampede.cli;

import dev.stampede.server.config.SettingsException;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry that the launcher starts. */
@Command(
    name = "stampede",
    description = "Sells scarce things to a crowd that arrives all at once.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Stampede {

  /** The exit code for a mistake of the caller: options, settings, a port or a folder in use. */
  static final int EXIT_WRONG_USE = 2;

  private Stampede() {}

  public static void main(String[] arguments) {
    System.exit(run(Terminal.ofThisProcess(), arguments));
  }

  /** Runs a command to its end and returns its exit code. */
  public static int run(Terminal terminal, String... arguments) {
    return new CommandLine(new Stampede())
        .addSubcommand(new Up(terminal))
        .addSubcommand(new Serve(terminal))
        .addSubcommand(new TrainCommand(terminal))
        .addSubcommand(new CheckPlace(terminal))
        .addSubcommand(new Verify(terminal))
        .setOut(new PrintWriter(terminal.out(), true, terminal.out().charset()))
        .setErr(new PrintWriter(terminal.err(), true, terminal.err().charset()))
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure, terminal.err()))
        .execute(arguments);
  }

  /** A failure we foresaw is told in words; any other with its trace, since it is our mistake. */
  private static int explain(Exception failure, PrintStream err) {
    return switch (failure) {
      case SettingsException settings -> told(settings, err);
      case CannotStartException cannot -> told(cannot, err);
      case Exception unforeseen -> {
        unforeseen.printStackTrace(err);
        yield CommandLine.ExitCode.SOFTWARE;
      }
    };
  }

  private static int told(Exception failure, PrintStream err) {
    err.println("stampede: " + failure.getMessage());
    return EXIT_WRONG_USE;
  }
}
