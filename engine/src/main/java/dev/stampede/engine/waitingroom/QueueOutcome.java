package dev.stampede.engine.waitingroom;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The answer to a buyer who joins the line or asks about their place. One switch turns these into
 * HTTP.
 */
public sealed interface QueueOutcome {

  /**
   * In line.
   *
   * @param joined true if the place is new
   * @param position counted from 1, as of a moment ago
   * @param provisional true if the order is still to be drawn, when the sale opens
   * @param eta the estimated wait, rounded up; empty if it cannot be estimated
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

  /** Let in: the buyer can claim seats with this pass until it expires. */
  record Admitted(String pass, Instant expiresAt) implements QueueOutcome {}

  /** The buyer never joined, left, was given up, or is done. */
  record NotInLine() implements QueueOutcome {}

  /** The show has no waiting room: buyers claim seats without a pass. */
  record NoRoom() implements QueueOutcome {}

  record NoSuchShow() implements QueueOutcome {}

  /** The sale is closed: nobody is let in any more. */
  record SaleClosed() implements QueueOutcome {}

  /** The line holds as many as it can. */
  record Full(long limit) implements QueueOutcome {}

  /** Redis, or the database behind it, is away; places are kept. */
  record Unavailable(String why) implements QueueOutcome {}
}
