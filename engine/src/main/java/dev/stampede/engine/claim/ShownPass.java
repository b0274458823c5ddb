package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import java.time.Instant;
import java.util.Optional;

/**
 * The pass that a claim to free seats shows. The server checked all that needs no I/O when the
 * claim came in; the claim's decision settles whether the show wants one, and whether this one is
 * spent.
 *
 * <p>A claim without a good pass is a claim all the same, for it may have a stored answer.
 */
public sealed interface ShownPass {

  /** Nobody asked for one: the show had no waiting room when last seen. */
  record NotAsked() implements ShownPass {}

  /** One was needed when the show was last seen, and none was shown. */
  record Missing() implements ShownPass {}

  /** One was shown that lets nobody in, whatever else is true. */
  record Unusable(Flaw flaw) implements ShownPass {}

  /**
   * A pass of this deployment, for this buyer and this show.
   *
   * @param number the place in line that it was given for
   * @param expiresAt from when on it is worth nothing
   */
  record Good(long number, Instant expiresAt) implements ShownPass {}

  /**
   * A good one that was shown when a request was accepted. When it ends no longer matters: its
   * buyer came in time, and waits because we let them.
   */
  record Taken(long number) implements ShownPass {}

  /** The reason why a pass is not valid. */
  enum Flaw {
    /** Not a pass of this deployment: forged, changed, or not a pass at all. */
    FORGED,
    ANOTHER_BUYERS,
    ANOTHER_SHOWS,
    EXPIRED,
    /** Spent by a booking of its buyer in its show, or because it was given up. */
    SPENT
  }

  /**
   * Returns the reason why the pass is refused now, as far as it tells by itself; empty when it is
   * good.
   */
  default Optional<ClaimOutcome> refusal(Instant now) {
    return switch (this) {
      case NotAsked _, Missing _ -> Optional.of(new PassRequired());
      case Unusable(Flaw flaw) -> Optional.of(new PassInvalid(flaw));
      case Good good ->
          now.isBefore(good.expiresAt())
              ? Optional.empty()
              : Optional.of(new PassInvalid(Flaw.EXPIRED));
      case Taken _ -> Optional.empty();
    };
  }

  /**
   * The same before anybody is asked: present where the claim can get nothing but an answer stored
   * for it. Such a claim keeps nobody from a seat: it takes no key at the gate and locks no row.
   */
  default Optional<ClaimOutcome> refusalInAdvance() {
    return switch (this) {
      case NotAsked _, Good _, Taken _ -> Optional.empty();
      case Missing _ -> Optional.of(new PassRequired());
      case Unusable(Flaw flaw) -> Optional.of(new PassInvalid(flaw));
    };
  }

  /** The number of a good one; 0, which nobody has, of all others. */
  default long number() {
    return switch (this) {
      case Good good -> good.number();
      case Taken taken -> taken.number();
      case NotAsked _, Missing _, Unusable _ -> 0;
    };
  }
}
