package dev.stampede.chaos.judge;

import java.util.Collection;

/**
 * The verdict on one promise.
 *
 * @param what the promise
 * @param detail how much was looked at, or what is wrong
 */
public record Finding(String what, boolean holds, String detail) {

  private static final int NAMED = 3;

  /** Holds if nothing is wrong; else some of it is named. */
  static Finding of(String what, int lookedAt, Collection<String> wrong) {
    return wrong.isEmpty()
        ? new Finding(what, true, "%,d looked at".formatted(lookedAt))
        : new Finding(
            what,
            false,
            "%,d of %,d, for example: %s"
                .formatted(
                    wrong.size(),
                    lookedAt,
                    String.join("; ", wrong.stream().limit(NAMED).toList())));
  }

  @Override
  public String toString() {
    return "%s  %s (%s)".formatted(holds ? "held  " : "BROKEN", what, detail);
  }
}
