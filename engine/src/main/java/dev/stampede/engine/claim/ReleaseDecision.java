package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import java.util.List;
import java.util.Optional;

/** Decides one claim to give a hold back. Empty means: not in this group. */
final class ReleaseDecision {

  private final Ledger ledger;
  private final Claim.Release claim;

  ReleaseDecision(Ledger ledger, Claim.Release claim) {
    this.ledger = ledger;
    this.claim = claim;
  }

  /**
   * Giving back what was given back already is no mistake, and what is another's does not exist.
   */
  Optional<ClaimOutcome> decide() {
    HoldRow row = ledger.hold(claim.id());
    if (row == null || !row.hold().buyer().equals(claim.buyer())) {
      return Optional.of(new NoSuchHold());
    }
    if (row.state() == HoldRow.State.RELEASED) {
      return Optional.of(new Released());
    }
    List<SeatKey> seats =
        row.hold().seats().stream().map(seat -> new SeatKey(row.hold().show(), seat)).toList();
    if (seats.stream().anyMatch(key -> ledger.seat(key) == null || ledger.isWaitedFor(key))) {
      ledger.waitFor(seats);
      return Optional.empty();
    }
    ledger.release(row.hold());
    return Optional.of(new Released());
  }
}
