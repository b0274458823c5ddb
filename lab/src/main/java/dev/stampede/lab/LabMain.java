package dev.stampede.lab;

import dev.stampede.embedded.EmbeddedException;
import dev.stampede.lab.plan.WrongOptionException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./stampede lab}: buyers rush for tickets, by every way to claim that there is. */
@Command(
    name = "stampede lab",
    description = "Shows on real services which way of claiming holds, and what it costs.",
    subcommands = {RunCommand.class, CompareCommand.class, OverheadCommand.class},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpAutoWidth = true)
public final class LabMain implements Runnable {

  /** Names the temporary folders of the lab. */
  static final String OWNER = "lab";

  private LabMain() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new LabMain());
    commandLine.setParameterExceptionHandler(
        (wrong, given) -> refused(wrong.getCommandLine().getErr(), wrong));
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (failure instanceof WrongOptionException) {
            return refused(command.getErr(), failure);
          }
          command.getErr().println("stampede lab: " + failure.getMessage());
          if (!(failure instanceof EmbeddedException)) {
            failure.printStackTrace(command.getErr());
          }
          return CommandLine.ExitCode.SOFTWARE;
        });
    return commandLine;
  }

  /** No command at all. */
  @Override
  public void run() {
    throw new WrongOptionException(
        "name a command: run, compare or overhead (--help lists options)");
  }

  /** One line, whatever it is about. */
  private static int refused(PrintWriter err, Exception wrong) {
    String message = String.valueOf(wrong.getMessage());
    err.println("stampede lab: " + message.replace('\n', ' ').replace("\r", ""));
    return CommandLine.ExitCode.USAGE;
  }
}
