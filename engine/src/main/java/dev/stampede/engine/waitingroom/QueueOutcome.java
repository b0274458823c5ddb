package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Where a buyer is. One switch turns these into HTTP. */
public sealed interface QueueOutcome {

  /**
   * In line.
   *
   * @param joined whether the place is new
   * @param position counted from 1, as of a moment ago
   * @param provisional whether the order will be drawn when the sale opens
   * @param eta about how long it takes, rounded up; empty when nobody can tell
   * @param pollAfter when to ask again
   */
  record Waiting(
      boolean joined,
      long position,
      boolean provisional,
      Optional<Duration> eta,
      Duration pollAfter,
      String placeToken)
      implements QueueOutcome {
    public long ahead() {
      return position - 1;
    }
  }

  /** Let in: this pass claims seats until then. */
  record Admitted(String pass, Instant expiresAt) implements QueueOutcome {}

  /** Never joined, left, given up, or done. */
  record NotInLine() implements QueueOutcome {}

  /** The show has no waiting room: seats are claimed without a pass. */
  record NoRoom() implements QueueOutcome {}

  record NoSuchShow() implements QueueOutcome {}

  /** Nobody is let in any more. */
  record SaleClosed() implements QueueOutcome {}

  /** The line holds as many as it can. */
  record Full(long limit) implements QueueOutcome {}

  /** Redis, or the database behind it, is away; places are kept. */
  record Unavailable(String why) implements QueueOutcome {}
}
