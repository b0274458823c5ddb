package dev.stampede.bench.report;

import java.io.PrintWriter;

/** Tells a person who waits what is going on. */
public final class ProgressPrinter {

  private final PrintWriter out;

  public ProgressPrinter(PrintWriter out) {
    this.out = out;
  }

  public void say(String line) {
    out.println(line);
    out.flush();
  }
}
