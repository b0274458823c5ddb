package dev.stampede.bench;

import java.io.PrintWriter;

/** Tells a person who waits what is going on. */
public final class Journal {

  private final PrintWriter out;

  public Journal(PrintWriter out) {
    this.out = out;
  }

  public void say(String line) {
    out.println(line);
    out.flush();
  }
}
