package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.Released;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import java.util.List;
import java.util.Optional;

/** Decides one claim to give a hold back. Empty means: not in this group. */
final class ReleaseDecision implements ClaimDecision {

  private final Draft draft;
  private final Claim.Release claim;

  ReleaseDecision(Draft draft, Claim.Release claim) {
    this.draft = draft;
    this.claim = claim;
  }

  /** None: releasing again succeeds as well, so no answer needs to be stored. */
  @Override
  public Optional<Operation> operation() {
    return Optional.empty();
  }

  /**
   * Releases the buyer's hold. Releasing it again succeeds as well, and another buyer's hold does
   * not exist. A paid hold is a booking and is not released by mistake: the buyer has to cancel it.
   */
  @Override
  public Optional<ClaimOutcome> decide() {
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

  @Override
  public Optional<ClaimOutcome> carryOver() {
    HoldRow row = draft.seats().hold(claim.id());
    return draft.carryOver(row == null ? List.of() : seats(row.hold()), operation());
  }

  private static List<SeatKey> seats(HeldSeats hold) {
    return hold.seats().stream().map(seat -> new SeatKey(hold.show(), seat)).toList();
  }

  private Optional<ClaimOutcome> release(HeldSeats hold) {
    if (!draft.mayUse(seats(hold))) {
      return carryOver();
    }
    draft.seats().release(hold);
    return Optional.of(new Released());
  }
}
