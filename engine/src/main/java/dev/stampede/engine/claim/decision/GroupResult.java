package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Decision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a group: a decision for each claim in order, and the writes of all of them
 * together, folded: one final row for each seat, hold, booking and wallet, however often it
 * changed.
 */
public record GroupResult(List<Decision<ClaimOutcome>> decisions, Writes writes) {

  public GroupResult {
    decisions = List.copyOf(decisions);
  }

  /** Written as arrays, one statement for each list. */
  public record Writes(
      List<SeatWrite> seats,
      List<SeatEvent> events,
      HoldWrites holds,
      BookingWrites bookings,
      PointWrites points,
      List<OperationWrite> operations,
      List<OutcomeWrite> outcomes) {

    public Writes {
      seats = List.copyOf(seats);
      events = List.copyOf(events);
      operations = List.copyOf(operations);
      outcomes = List.copyOf(outcomes);
    }

    /** Changes of seats and nothing else. */
    public static Writes ofSeats(List<SeatWrite> seats, List<SeatEvent> events) {
      return new Writes(
          seats,
          events,
          HoldWrites.NONE,
          BookingWrites.NONE,
          PointWrites.NONE,
          List.of(),
          List.of());
    }

    /**
     * Every write moves a seat or a point, ends a hold, notes a refund or says what became of a
     * request; all else goes with one of these.
     */
    public boolean isEmpty() {
      return outcomes.isEmpty()
          && events.isEmpty()
          && points.transfers().isEmpty()
          && bookings.refunds().isEmpty()
          && holds.released().isEmpty();
    }
  }

  /** A seat's final row; its version has grown by one for each of its events. */
  public record SeatWrite(ShowId show, SeatRow row) {}

  /**
   * Holds made, each in the state it has at the end of the group, and how older ones have ended.
   */
  public record HoldWrites(List<Locked.HoldRow> made, List<HoldId> released, List<HoldId> paid) {

    static final HoldWrites NONE = new HoldWrites(List.of(), List.of(), List.of());

    public HoldWrites {
      made = List.copyOf(made);
      released = List.copyOf(released);
      paid = List.copyOf(paid);
    }
  }

  /**
   * Bookings made, older ones cancelled, the passes that those made have spent, one for each (show,
   * buyer) row, and the refunds of payments outside that were refused or whose bookings were
   * cancelled, one for each payment.
   *
   * @param unrecorded passes that seats were held with, and that no record says were given
   */
  public record BookingWrites(
      List<NewBooking> made,
      List<Booking> cancelled,
      List<BookedPass> passes,
      List<PassWrite> unrecorded,
      List<Refund> refunds) {

    static final BookingWrites NONE =
        new BookingWrites(List.of(), List.of(), List.of(), List.of(), List.of());

    public BookingWrites {
      made = List.copyOf(made);
      cancelled = List.copyOf(cancelled);
      passes = List.copyOf(passes);
      unrecorded = List.copyOf(unrecorded);
      refunds = List.copyOf(refunds);
    }
  }

  /** The highest pass of a buyer in a show that a claim has shown. */
  public record PassWrite(Locked.BuyerKey row, long number) {}

  /** A booking as it was made, and, if the same group has cancelled it, as it is then. */
  public record NewBooking(Booking confirmed, Optional<Booking> cancelled) {}

  /** The final rows of wallets, and the transfers that led there, in their order. */
  public record PointWrites(List<WalletWrite> wallets, List<Transfer> transfers) {

    static final PointWrites NONE = new PointWrites(List.of(), List.of());

    public PointWrites {
      wallets = List.copyOf(wallets);
      transfers = List.copyOf(transfers);
    }
  }

  /** A wallet's final row; its version has grown by one for each of its transfers. */
  public record WalletWrite(Buyer buyer, Locked.WalletRow row) {}

  /** The outcome of a booking request, good or bad. */
  public record OutcomeWrite(BookingRequestId id, ShowId show, ClaimOutcome outcome, Instant at) {}

  /** A success stored under its operation's id. */
  public record OperationWrite(Operation operation, ClaimOutcome.Success answer) {}
}
