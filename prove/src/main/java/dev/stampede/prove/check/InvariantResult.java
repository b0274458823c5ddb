package dev.stampede.prove.check;

import java.time.Duration;
import java.util.List;

/**
 * The result of one invariant over one record.
 *
 * @param name its name
 * @param sentence what it demands
 * @param checked how many things it was checked on
 * @param violations how many broke it
 * @param shown the first of them
 * @param took how long the check took
 */
public record InvariantResult(
    String name,
    String sentence,
    long checked,
    long violations,
    List<Violation> shown,
    Duration took) {

  public InvariantResult {
    shown = List.copyOf(shown);
    if (shown.size() > violations) {
      throw new IllegalArgumentException(
          "%s shows %d violations of %d".formatted(name, shown.size(), violations));
    }
  }

  public boolean holds() {
    return violations == 0;
  }
}
