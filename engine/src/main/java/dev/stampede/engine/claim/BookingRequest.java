package dev.stampede.engine.claim;

import java.time.Duration;
import java.time.Instant;

/**
 * A claim that was accepted and is decided later, in its turn.
 *
 * @param acceptedAt the time of the answer to its buyer; the pass was valid then and is not checked
 *     again
 */
public record BookingRequest(BookingRequestId id, Instant acceptedAt, Claim.Paying claim) {

  /**
   * A request is decided within this time or not at all. Outcomes are kept for longer, so that a
   * request whose outcome has been deleted is not decided again if it arrives again.
   */
  public static final Duration DECIDED_WITHIN = Duration.ofHours(24);

  /** The time for which a buyer may ask about an accepted request; outcomes are kept for longer. */
  public static final Duration ASKED_WITHIN = Duration.ofDays(2);

  public boolean isOverdue(Instant now) {
    return now.isAfter(acceptedAt.plus(DECIDED_WITHIN));
  }
}
