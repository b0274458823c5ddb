package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import java.util.List;
import java.util.Optional;

/** Decides one claim to give a hold back. Empty means: not in this group. */
final class ReleaseDecision {

  private final Draft draft;
  private final Claim.Release claim;

  ReleaseDecision(Draft draft, Claim.Release claim) {
    this.draft = draft;
    this.claim = claim;
  }

  /**
   * Releases the buyer's hold. Releasing it again succeeds as well, and another buyer's hold does
   * not exist. A paid hold is a booking and is not released by mistake: the buyer has to cancel it.
   */
  Optional<ClaimOutcome> decide() {
    HoldRow row = draft.seats().hold(claim.id());
    if (row == null || !row.hold().buyer().equals(claim.buyer())) {
      return Optional.of(new NoSuchHold());
    }
    return switch (row.state()) {
      case RELEASED -> Optional.of(new Released());
      case PAID -> Optional.of(new AlreadyBooked(draft.bookings().paying(claim.id())));
      case LIVE -> release(row.hold());
    };
  }

  private Optional<ClaimOutcome> release(HeldSeats hold) {
    List<SeatKey> seats =
        hold.seats().stream().map(seat -> new SeatKey(hold.show(), seat)).toList();
    if (!draft.mayUse(seats)) {
      return draft.carryOver(seats, Optional.empty());
    }
    draft.seats().release(hold);
    return Optional.of(new Released());
  }
}
