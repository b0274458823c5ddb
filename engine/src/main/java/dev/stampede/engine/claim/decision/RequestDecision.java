package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.lane.Decision;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides one claim that came by the broker. The outcome is written in the same commit as its
 * effect, refusals included: a server that meets the same record again finds it, and decides
 * nothing.
 *
 * <p>A claim is not decided behind one of its partition that was carried over, whatever it wants.
 */
final class RequestDecision {

  private final Draft draft;
  private final Claim.Requested claim;

  RequestDecision(Draft draft, Claim.Requested claim) {
    this.draft = draft;
    this.claim = claim;
  }

  /**
   * Decides it.
   *
   * @param itself decides what was asked for; empty when it has to be carried over
   */
  Decision<ClaimOutcome> decide(Supplier<Optional<ClaimOutcome>> itself) {
    BookingRequest request = claim.request();
    if (draft.requests().isDecided(request.id())) {
      return new Decision.Decided<>(new ClaimOutcome.AlreadyDecided());
    }
    if (draft.requests().isStopped(claim.partition())) {
      return new Decision.Behind<>();
    }
    Optional<ClaimOutcome> outcome =
        request.isOverdue(draft.now())
            ? Optional.of(new ClaimOutcome.NotDecidedInTime())
            : itself.get();
    if (outcome.isEmpty()) {
      draft.requests().stop(claim.partition());
      return new Decision.CarriedOver<>();
    }
    draft.requests().decide(claim, outcome.get(), draft.now());
    return new Decision.Decided<>(outcome.get());
  }
}
