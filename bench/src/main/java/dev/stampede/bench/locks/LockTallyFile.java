package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Nanos;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;

/** A tally on its way to another process: a letter and a number a line. */
final class LockTallyFile {

  private static final char ACQUIRED = 'a';
  private static final char WAIT = 'w';
  private static final char HAND_OFF = 'h';

  private LockTallyFile() {}

  static void write(LockTally tally, BufferedWriter out) throws IOException {
    StringBuilder lines = new StringBuilder();
    line(lines, ACQUIRED, tally.acquired());
    tally.waits().forEach(nanos -> line(lines, WAIT, nanos));
    tally.handOffs().forEach(nanos -> line(lines, HAND_OFF, nanos));
    out.append(lines);
  }

  static LockTally read(BufferedReader in) throws IOException {
    long acquired = 0;
    Nanos waits = new Nanos();
    Nanos handOffs = new Nanos();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      long value = Long.parseLong(line.substring(1));
      switch (line.charAt(0)) {
        case ACQUIRED -> acquired = value;
        case WAIT -> waits.add(value);
        case HAND_OFF -> handOffs.add(value);
        default -> throw new IOException("a tally has no line '" + line + "'");
      }
    }
    return new LockTally(acquired, waits, handOffs);
  }

  private static void line(StringBuilder lines, char what, long value) {
    lines.append(what).append(value).append('\n');
  }
}
