package dev.stampede.engine.claim;

import java.time.Instant;
import java.util.List;

/** What becomes of a claim. One switch turns these into HTTP. */
public sealed interface ClaimOutcome {

  /** The seats are the buyer's until the hold expires. */
  record Held(HeldSeats hold) implements ClaimOutcome {}

  /** The buyer's own live hold has exactly these seats already; nothing changed. */
  record AlreadyHeld(HeldSeats hold) implements ClaimOutcome {}

  /** This very operation was done before; this was its answer. */
  record Replayed(HeldSeats hold) implements ClaimOutcome {}

  /** These of the wanted seats are somebody else's. */
  record SeatsTaken(List<Integer> seats) implements ClaimOutcome {
    public SeatsTaken {
      seats = List.copyOf(seats);
    }
  }

  /** There are not so many free seats of that kind. */
  record NotAvailable() implements ClaimOutcome {}

  record SaleNotOpen(Instant opensAt) implements ClaimOutcome {}

  record SalePaused() implements ClaimOutcome {}

  record SaleClosed() implements ClaimOutcome {}

  /** The buyer would have more than the show allows. */
  record BuyerLimit(int limit, int has, int wants) implements ClaimOutcome {}

  /** More seats in one hold than the show allows. */
  record TooManySeats(int limit, int wants) implements ClaimOutcome {}

  record NoSuchShow() implements ClaimOutcome {}

  /** These numbers are not seats of the show. */
  record UnknownSeats(List<Integer> seats) implements ClaimOutcome {
    public UnknownSeats {
      seats = List.copyOf(seats);
    }
  }

  /** No hold of this buyer has that id. */
  record NoSuchHold() implements ClaimOutcome {}

  /** The hold was given back, now or before; its seats that were still its own are free. */
  record Released() implements ClaimOutcome {}

  /** The same key was used for another request. */
  record OperationMismatch() implements ClaimOutcome {}

  /** Not decided, nothing happened: too many are asking, or a row stayed locked. */
  record Overloaded(String why) implements ClaimOutcome {}

  /** Not decided, nothing happened: the database is away. */
  record ReadOnly(String why) implements ClaimOutcome {}

  /** Sent to the database, whose answer was lost; the same request with the same key will tell. */
  record OutcomeUnknown() implements ClaimOutcome {}
}
