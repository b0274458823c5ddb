package dev.stampede.prove.planted;

import dev.stampede.prove.history.CallKind;
import java.time.Duration;
import java.util.Set;

/**
 * The conditions under which a planted bug shows.
 *
 * @param processes those that need the bug on their class path
 * @param servers how many servers it takes
 * @param operations the calls that have to be made
 * @param habits what clients have to do with them, as labels: {@code late-payment}
 * @param faults the kinds of faults without which it does not show, as labels; one of them is
 *     enough
 * @param within about how long a run has to be
 */
public record Needs(
    Processes processes,
    int servers,
    Set<CallKind> operations,
    Set<String> habits,
    Set<String> faults,
    Duration within) {

  /** The processes that run the changed code. */
  public enum Processes {
    SERVERS,
    /** The clients of the libraries for locks and jobs. */
    LIBRARIES
  }

  private static final int MAX_SERVERS = 3;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  public Needs {
    operations = Set.copyOf(operations);
    habits = Set.copyOf(habits);
    faults = Set.copyOf(faults);
    if (servers < 1 || servers > MAX_SERVERS) {
      throw new IllegalArgumentException(
          "servers is %d; set 1..%d".formatted(servers, MAX_SERVERS));
    }
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("operations is empty; name the calls that show the bug");
    }
    if (!within.isPositive() || within.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "seconds is %d; set 1..%d".formatted(within.toSeconds(), LONGEST.toSeconds()));
    }
  }
}
