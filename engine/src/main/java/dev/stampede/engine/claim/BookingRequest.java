package dev.stampede.engine.claim;

import java.time.Duration;
import java.time.Instant;

/**
 * A claim that was accepted and is decided later, in its turn.
 *
 * @param acceptedAt when its buyer was told so; its pass was good then, and is not asked again
 */
public record BookingRequest(BookingRequestId id, Instant acceptedAt, Claim.Paying claim) {

  /**
   * Within this it is decided, or it has lapsed. It is less than what outcomes are kept for, so
   * that one whose outcome has been forgotten is not decided again, however it comes back.
   */
  public static final Duration DECIDED_WITHIN = Duration.ofHours(24);

  /** The time for which a buyer may ask about an accepted request; outcomes are kept for longer. */
  public static final Duration ASKED_WITHIN = Duration.ofDays(2);

  public boolean hasLapsed(Instant now) {
    return now.isAfter(acceptedAt.plus(DECIDED_WITHIN));
  }
}
