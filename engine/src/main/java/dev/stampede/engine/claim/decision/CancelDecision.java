package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Cancelled;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchBooking;
import dev.stampede.engine.claim.ClaimOutcome.TooLateToCancel;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Decides one claim to cancel a booking. Empty means: not in this group. */
final class CancelDecision implements ClaimDecision {

  private final Draft draft;
  private final Claim.Cancel claim;

  CancelDecision(Draft draft, Claim.Cancel claim) {
    this.draft = draft;
    this.claim = claim;
  }

  @Override
  public Optional<Operation> operation() {
    return claim.operation();
  }

  /** Cancelled is final, so that it can be told without the booking's seats. */
  @Override
  public Optional<ClaimOutcome> decide() {
    Booking booking = theirs();
    Locked.Terms show = draft.show(claim.show());
    if (booking == null || show == null) {
      return Optional.of(new NoSuchBooking());
    }
    return switch (booking.state()) {
      case CANCELLED -> Optional.of(new Cancelled(booking));
      case CONFIRMED -> decide(booking, show.terms().startsAt());
    };
  }

  @Override
  public Optional<ClaimOutcome> carryOver() {
    Booking booking = theirs();
    return draft.carryOver(booking == null ? List.of() : rows(booking), claim.operation());
  }

  /** The booking, if it is this buyer's in this show. */
  private @Nullable Booking theirs() {
    Booking booking = draft.bookings().booking(claim.booking());
    return booking != null
            && booking.buyer().equals(claim.buyer())
            && booking.show().equals(claim.show())
        ? booking
        : null;
  }

  private Optional<ClaimOutcome> decide(Booking booking, Instant startsAt) {
    List<Object> rows = rows(booking);
    if (!draft.mayUse(rows)) {
      return draft.carryOver(rows, claim.operation());
    }
    return Optional.of(
        draft.now().isBefore(startsAt)
            ? overflowing(booking).orElseGet(() -> cancel(booking))
            : new TooLateToCancel(startsAt));
  }

  private Optional<ClaimOutcome> overflowing(Booking booking) {
    return switch (booking.payment()) {
      case Payment.Points _ -> draft.points().overflowing(booking.buyer(), booking.total());
      case Payment.Outside _ -> Optional.empty();
    };
  }

  private static List<Object> rows(Booking booking) {
    List<Object> rows = new ArrayList<>();
    booking.seats().forEach(seat -> rows.add(new SeatKey(booking.show(), seat)));
    if (booking.payment() instanceof Payment.Points) {
      rows.add(booking.buyer());
    }
    return rows;
  }

  private ClaimOutcome cancel(Booking booking) {
    draft.seats().giveBack(booking);
    OptionalLong balance =
        switch (booking.payment()) {
          case Payment.Points _ ->
              OptionalLong.of(draft.points().refund(booking, claim.refund(), claim.by()));
          case Payment.Outside _ -> OptionalLong.empty();
        };
    Booking cancelled = booking.cancelled(draft.now(), balance);
    draft.bookings().cancel(cancelled, claim.refund());
    return draft.done(claim.operation(), new Cancelled(cancelled));
  }
}
