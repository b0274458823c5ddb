package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.TopUpTooLarge;
import dev.stampede.engine.claim.ClaimOutcome.ToppedUp;
import dev.stampede.engine.claim.ClaimOutcome.WalletFull;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.WalletLimits;
import java.util.List;
import java.util.Optional;

/** Decides one claim to put points into a wallet. Empty means: not in this group. */
final class TopUpDecision implements ClaimDecision {

  private final Draft draft;
  private final Claim.TopUp claim;

  TopUpDecision(Draft draft, Claim.TopUp claim) {
    this.draft = draft;
    this.claim = claim;
  }

  @Override
  public Optional<Operation> operation() {
    return claim.operation();
  }

  @Override
  public Optional<ClaimOutcome> decide() {
    WalletLimits limits = draft.limits();
    if (claim.amount() > limits.maxTopUp()) {
      return Optional.of(new TopUpTooLarge(limits.maxTopUp(), claim.amount()));
    }
    if (!draft.mayUse(List.of(claim.buyer()))) {
      return carryOver();
    }
    long balance = draft.points().balance(claim.buyer());
    // A refund may have lifted the balance above the limit; what is left is then less than nothing.
    if (claim.amount() > limits.maxBalance() - balance) {
      return Optional.of(new WalletFull(limits.maxBalance(), balance, claim.amount()));
    }
    long after = draft.points().topUp(claim);
    return Optional.of(draft.done(claim.operation(), new ToppedUp(claim.id(), after)));
  }

  @Override
  public Optional<ClaimOutcome> carryOver() {
    return draft.carryOver(List.of(claim.buyer()), claim.operation());
  }
}
