package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides a group of claims, in order, by the rows as locked: a pure function that holds all the
 * rules of a sale and its payment and does no I/O.
 *
 * <p>A later claim sees what an earlier one of its group did. A claim that misses a row (somebody
 * else had it locked) is carried over, and with it every later claim of the group that shares a
 * seat, a (show, buyer) row, a wallet, a payment or an operation with it, so that nobody overtakes;
 * of those that came by the broker, every later one of its partition.
 */
public final class Decider {

  private Decider() {}

  /**
   * Decides the group.
   *
   * @param proposals what was picked for each claim of the best seats, by its hold id; nothing is
   *     picked for one that was thought to be refused, and if it is not, it is carried over
   */
  public static GroupResult decide(
      List<Claim> group, Locked locked, Map<HoldId, Proposal> proposals) {
    Draft draft = new Draft(locked);
    List<Decision<ClaimOutcome>> decisions = new ArrayList<>(group.size());
    for (Claim claim : group) {
      decisions.add(
          switch (claim) {
            case Claim.Requested requested ->
                new RequestDecision(draft, requested)
                    .decide(() -> outcome(draft, requested.bare(), proposals));
            case Claim itself ->
                outcome(draft, itself, proposals)
                    .<Decision<ClaimOutcome>>map(Decision.Decided::new)
                    .orElseGet(Decision.CarriedOver::new);
          });
    }
    return new GroupResult(decisions, draft.writes());
  }

  /**
   * Decides the claim itself; empty when it has to be carried over. A repeat gets the answer stored
   * for its operation before anything else is looked at, or waits for it.
   */
  private static Optional<ClaimOutcome> outcome(
      Draft draft, Claim claim, Map<HoldId, Proposal> proposals) {
    ClaimDecision decision = decision(draft, claim, proposals);
    Optional<ClaimOutcome> stored = draft.stored(decision.operation());
    if (stored.isPresent()) {
      return stored;
    }
    return draft.isOnItsWay(decision.operation()) ? decision.carryOver() : decision.decide();
  }

  private static ClaimDecision decision(Draft draft, Claim claim, Map<HoldId, Proposal> proposals) {
    return switch (claim) {
      case Claim.Taking taking -> new TakeDecision(draft, taking, proposals.get(taking.hold()));
      case Claim.Release release -> new ReleaseDecision(draft, release);
      case Claim.Book book -> new BookDecision(draft, book);
      case Claim.Cancel cancel -> new CancelDecision(draft, cancel);
      case Claim.TopUp topUp -> new TopUpDecision(draft, topUp);
      case Claim.Requested requested -> decision(draft, requested.bare(), proposals);
    };
  }

  /** Returns the reason why the sale takes no claim now; empty when it does. */
  static Optional<ClaimOutcome> refusal(ShowTerms terms, Instant now) {
    return switch (terms.saleSwitch()) {
      case CLOSED -> Optional.of(new ClaimOutcome.SaleClosed());
      case PAUSED -> Optional.of(new ClaimOutcome.SalePaused());
      case OPEN ->
          now.isBefore(terms.saleOpensAt())
              ? Optional.of(new ClaimOutcome.SaleNotOpen(terms.saleOpensAt()))
              : Optional.empty();
    };
  }
}
