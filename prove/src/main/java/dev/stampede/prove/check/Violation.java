package dev.stampede.prove.check;

import java.util.List;

/**
 * A broken promise.
 *
 * @param subject the seat, wallet, hold, booking, key or call that it is about
 * @param text what is wrong, in a sentence without its full stop
 * @param witness the shortest history that shows it: calls and versions of rows, in order of time
 */
public record Violation(String subject, String text, List<String> witness) {

  public Violation {
    witness = List.copyOf(witness);
  }

  /** The violation and its witness on lines of their own. */
  public String print() {
    StringBuilder lines = new StringBuilder(subject + ": " + text + "\n");
    witness.forEach(line -> lines.append("  ").append(line).append('\n'));
    return lines.toString();
  }
}
