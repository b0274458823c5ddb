package dev.stampede.engine.claim;

/**
 * A way to claim seats and to pay for them. Blocks the calling (virtual) thread until the outcome
 * is durable, or until it is certain that there is none.
 */
@FunctionalInterface
public interface Claims {

  ClaimOutcome claim(Claim claim);
}
