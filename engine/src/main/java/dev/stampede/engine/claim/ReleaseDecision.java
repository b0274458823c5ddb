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
   * Giving back what was given back already is no mistake, and what is another's does not exist.
   * What is paid is a booking and is not given back by mistake: that has to be cancelled.
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
