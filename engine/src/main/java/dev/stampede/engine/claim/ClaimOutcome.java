package dev.stampede.engine.claim;

import java.time.Instant;
import java.util.List;

/**
 * The outcome of a claim. ClaimAnswers turns it into HTTP, OutcomeForm stores it for requests
 * through Kafka (and reads it again), RefusalLog says whether it is a refusal.
 */
public sealed interface ClaimOutcome {

  /** An outcome that is stored under the claim's operation and returned again to its repeats. */
  sealed interface Success extends ClaimOutcome {}

  /** The seats are the buyer's until the hold expires. */
  record Held(HeldSeats hold) implements Success {}

  /** The seats are the buyer's, and paid for. */
  record Booked(Booking booking) implements Success {}

  /** The booking is given back, now or before; its seats are free, its points are back. */
  record Cancelled(Booking booking) implements Success {}

  /** The points are in the wallet, which then had this balance. */
  record ToppedUp(TransferId transfer, long balance) implements Success {}

  /** The buyer's own live hold has exactly these seats already; nothing changed. */
  record AlreadyHeld(HeldSeats hold) implements ClaimOutcome {}

  /**
   * The hold was paid before, and this is its booking as it is now: if that has been cancelled, so
   * it says. Nothing changed, but a payment outside that is not the booking's has a {@link Refund}.
   */
  record AlreadyBooked(Booking booking) implements ClaimOutcome {}

  /** This very operation was done before; this was its answer, as it was then. */
  record Replayed(Success answer) implements ClaimOutcome {}

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

  /** Seats of this show are claimed with a pass from its waiting room, and none was shown. */
  record PassRequired() implements ClaimOutcome {}

  /** A pass was shown that lets nobody in. */
  record PassInvalid(ShownPass.Flaw flaw) implements ClaimOutcome {}

  /** The buyer would have more than the show allows. */
  record BuyerLimit(int limit, int has, int wants) implements ClaimOutcome {}

  /** More seats in one hold than the show allows. */
  record TooManySeats(int limit, int wants) implements ClaimOutcome {}

  /** Together the seats cost more than an amount can be. */
  record TotalTooLarge(long limit, long total) implements ClaimOutcome {}

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

  /**
   * The hold ended before it was paid, and its seats cannot be had for it any more: its buyer gave
   * them back, others have some of them, or the sale gives none out. No points were taken; a
   * payment outside has a {@link Refund}.
   */
  record HoldExpired() implements ClaimOutcome {}

  /** The wallet has less than the seats cost. Nothing was taken. */
  record InsufficientPoints(long balance, long required) implements ClaimOutcome {}

  /** This payment has paid another booking, or was refused before and has a {@link Refund}. */
  record ReferenceUsed(Payment.Outside payment) implements ClaimOutcome {}

  /** No booking of this buyer has that id. */
  record NoSuchBooking() implements ClaimOutcome {}

  /** The show has begun. */
  record TooLateToCancel(Instant startsAt) implements ClaimOutcome {}

  /** More points at once than a top-up may be. */
  record TopUpTooLarge(long limit, long amount) implements ClaimOutcome {}

  /** The wallet would have more points than it may. */
  record WalletFull(long limit, long balance, long amount) implements ClaimOutcome {}

  /** The same key was used for another request. */
  record OperationMismatch() implements ClaimOutcome {}

  /** This very request was decided before, and what it came to is stored. Nothing changed. */
  record AlreadyDecided() implements ClaimOutcome {}

  /** The request was accepted and then not decided within its time; nothing happened. */
  record NotDecidedInTime() implements ClaimOutcome {}

  /** The request was accepted and then broke on being decided, every time; nothing happened. */
  record Broken() implements ClaimOutcome {}

  /** Not decided, nothing happened: too many are asking, or a row stayed locked. */
  record Overloaded(String why) implements ClaimOutcome {}

  /**
   * Not decided, and this request changed nothing: the first request with the same operation is
   * still being decided, and this one's deadline has passed.
   */
  record InFlight() implements ClaimOutcome {}

  /** Not decided, nothing happened: the database is away. */
  record ReadOnly(String why) implements ClaimOutcome {}

  /** Sent to the database, whose answer was lost; the same request with the same key will tell. */
  record OutcomeUnknown() implements ClaimOutcome {}
}
