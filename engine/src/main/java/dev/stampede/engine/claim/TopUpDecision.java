package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimOutcome.TopUpTooLarge;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.ClaimOutcome.WalletFull;
import java.util.List;
import java.util.Optional;

/** Decides one claim to put points into a wallet. Empty means: not in this group. */
final class TopUpDecision {

  private final Draft draft;
  private final Claim.TopUp claim;

  TopUpDecision(Draft draft, Claim.TopUp claim) {
    this.draft = draft;
    this.claim = claim;
  }

  Optional<ClaimOutcome> decide() {
    Optional<ClaimOutcome> stored = draft.stored(claim.operation());
    if (stored.isPresent()) {
      return stored;
    }
    List<Buyer> rows = List.of(claim.buyer());
    if (draft.isOnItsWay(claim.operation())) {
      return draft.carryOver(rows, claim.operation());
    }
    WalletLimits limits = draft.limits();
    if (claim.amount() > limits.maxTopUp()) {
      return Optional.of(new TopUpTooLarge(limits.maxTopUp(), claim.amount()));
    }
    if (!draft.mayUse(rows)) {
      return draft.carryOver(rows, claim.operation());
    }
    long balance = draft.points().balance(claim.buyer());
    // A refund may have lifted the balance above the limit; what is left is then less than nothing.
    if (claim.amount() > limits.maxBalance() - balance) {
      return Optional.of(new WalletFull(limits.maxBalance(), balance, claim.amount()));
    }
    long after = draft.points().topUp(claim);
    return Optional.of(draft.done(claim.operation(), new ToppedUp(claim.id(), after)));
  }
}
