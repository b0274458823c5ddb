package dev.stampede.cli;

import java.io.PrintStream;
import java.util.Map;

/** The variables that a command reads, and the two streams that it writes to. */
public record Terminal(Map<String, String> environment, PrintStream out, PrintStream err) {

  /** The terminal, or script, that started this process. */
  static Terminal ofThisProcess() {
    return new Terminal(System.getenv(), System.out, System.err);
  }
}
