package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.cli.Stampede;
import dev.stampede.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * The end of a command that ran in this JVM. It is as good as {@link Command} where only options,
 * settings and answers matter, and saves the start of a JVM.
 */
record CommandResult(int exitCode, String output) {

  static CommandResult of(Map<String, String> environment, String... words) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    int exitCode;
    try (PrintStream screen = new PrintStream(printed, true, UTF_8)) {
      exitCode = Stampede.run(new Terminal(environment, screen, screen), words);
    }
    return new CommandResult(exitCode, printed.toString(UTF_8).stripTrailing());
  }
}
