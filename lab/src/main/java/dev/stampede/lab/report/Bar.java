package dev.stampede.lab.report;

import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunListener;
import java.io.PrintWriter;
import java.util.Locale;

/** A live progress bar in one line of a terminal, wiped when its run is over. */
public final class Bar implements RunListener {

  private static final int WIDTH = 30;
  private static final String WIPE = "\r\033[K";

  private final PrintWriter terminal;

  public Bar(PrintWriter terminal) {
    this.terminal = terminal;
  }

  @Override
  public void sees(PlannedRun trial, State state) {
    int buyers = trial.plan().crowd().buyers();
    int full = (int) ((long) WIDTH * state.answered() / buyers);
    terminal.print(WIPE);
    if (state.answered() < buyers) {
      terminal.print(
          String.format(
              Locale.ROOT,
              "%-24s %s%s %d/%d answered, %d sold, %d retries",
              trial.name(),
              "█".repeat(full),
              "░".repeat(WIDTH - full),
              state.answered(),
              buyers,
              state.sold(),
              state.retries()));
    }
    terminal.flush();
  }
}
