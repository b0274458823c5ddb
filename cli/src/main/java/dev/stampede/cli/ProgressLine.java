package dev.stampede.cli;

import dev.stampede.engine.verify.ReconciliationProgress;
import java.io.PrintStream;

/** Progress on a screen: one line that is written over on a terminal, elsewhere line after line. */
final class ProgressLine {

  private final PrintStream out;
  private final boolean terminal;
  private final ReconciliationProgress progress;

  private int width;

  ProgressLine(PrintStream out, boolean terminal, ReconciliationProgress progress) {
    this.out = out;
    this.terminal = terminal;
    this.progress = progress;
  }

  /** Prints where it is. */
  synchronized void tick() {
    progress
        .line()
        .ifPresent(
            line -> {
              if (terminal) {
                out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
                width = line.length();
              } else {
                out.println(line);
              }
              out.flush();
            });
  }

  /** Leaves a clean line to whatever is printed next. */
  synchronized void clear() {
    if (width > 0) {
      out.print("\r" + " ".repeat(width) + "\r");
      out.flush();
      width = 0;
    }
  }
}
