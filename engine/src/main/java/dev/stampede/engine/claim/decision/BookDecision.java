package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.HoldExpired;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchHold;
import dev.stampede.engine.claim.ClaimOutcome.ReferenceUsed;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Refund;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides one claim to pay a hold. Empty means: not in this group. */
final class BookDecision implements ClaimDecision {

  /** The number where no pass is shown: a hold is paid without one. */
  private static final long NO_PASS = 0;

  private final Draft draft;
  private final Claim.Book claim;

  BookDecision(Draft draft, Claim.Book claim) {
    this.draft = draft;
    this.claim = claim;
  }

  @Override
  public Optional<Operation> operation() {
    return claim.operation();
  }

  /** Given back and paid are final, so that they can be told without the hold's seats. */
  @Override
  public Optional<ClaimOutcome> decide() {
    HoldRow row = theirs();
    if (row == null) {
      return Optional.of(new NoSuchHold());
    }
    return switch (row.state()) {
      case RELEASED -> unpayable(row.hold(), Refund.Reason.HOLD_EXPIRED, new HoldExpired());
      case PAID ->
          unpayable(
              row.hold(),
              Refund.Reason.HOLD_ALREADY_PAID,
              new AlreadyBooked(draft.bookings().paying(claim.hold())));
      case LIVE -> decide(row.hold());
    };
  }

  @Override
  public Optional<ClaimOutcome> carryOver() {
    HoldRow row = theirs();
    return draft.carryOver(row == null ? List.of() : rows(row.hold()), claim.operation());
  }

  /** The hold, if it is this buyer's in this show. */
  private @Nullable HoldRow theirs() {
    HoldRow row = draft.seats().hold(claim.hold());
    return row != null
            && row.hold().buyer().equals(claim.buyer())
            && row.hold().show().equals(claim.show())
        ? row
        : null;
  }

  private Optional<ClaimOutcome> decide(HeldSeats hold) {
    List<Object> rows = rows(hold);
    if (!draft.mayUse(rows)) {
      return draft.carryOver(rows, claim.operation());
    }
    if (!(isLive(hold) || isStillToBeHad(hold))
        || draft.tooManyBookedFor(claim, hold.seats().size()).isPresent()) {
      return unpayable(hold, Refund.Reason.HOLD_EXPIRED, new HoldExpired());
    }
    Optional<ClaimOutcome> unpaid =
        switch (claim.payment()) {
          case Payment.Points _ -> draft.points().lacking(claim.buyer(), hold.total());
          case Payment.Outside reference ->
              draft.bookings().isUsed(reference)
                  ? Optional.of(new ReferenceUsed(reference))
                  : Optional.empty();
        };
    return unpaid.isPresent() ? unpaid : Optional.of(book(hold));
  }

  /**
   * The seats, the buyer's row where the show has a limit or a waiting room, and what pays. For a
   * limit the buyer's row is needed for a live hold too: until this commits, a claim decided a
   * moment after the hold's end would count neither the hold nor the booking. In a waiting room it
   * is where passes are spent.
   */
  private List<Object> rows(HeldSeats hold) {
    List<Object> rows = new ArrayList<>();
    hold.seats().forEach(seat -> rows.add(new SeatKey(hold.show(), seat)));
    draft.buyerRow(claim).ifPresent(rows::add);
    switch (claim.payment()) {
      case Payment.Points _ -> rows.add(claim.buyer());
      case Payment.Outside reference -> rows.add(reference);
    }
    return rows;
  }

  /**
   * Says if the hold has its seats and its time is not over.
   *
   * <p>Time alone does not tell. When the database's clock steps back, a hold that had ended is in
   * time again: (1) it ends, (2) another buyer takes its seats over, (3) the clock steps back. The
   * locked rows say whose the seats are. They cannot say that the buyer's other holds, made after
   * (1), are too many together with this one: {@link Draft#tooManyBookedFor} does.
   */
  private boolean isLive(HeldSeats hold) {
    return hold.expiresAt().isAfter(draft.now())
        && hold.seats().stream().allMatch(seat -> isItsOwn(hold, seat));
  }

  private boolean isItsOwn(HeldSeats hold, int seat) {
    SeatRow row = draft.seats().seat(new SeatKey(hold.show(), seat));
    return row != null && row.isHeldBy(hold.id());
  }

  /**
   * A payment that comes too late is honoured as if its buyer claimed the seats anew: when all of
   * them are free, the sale gives seats out, and the buyer may have so many.
   */
  private boolean isStillToBeHad(HeldSeats hold) {
    Locked.Terms show = draft.show(hold.show());
    return show != null
        && Decider.refusal(show.terms(), draft.now()).isEmpty()
        && draft.tooManyFor(claim, hold.seats().size()).isEmpty()
        && hold.seats().stream()
            .allMatch(seat -> isItsOwn(hold, seat) || isFree(new SeatKey(hold.show(), seat)));
  }

  /**
   * The answer to a payment that the hold cannot take. Money captured outside is to be paid back,
   * unless the same payment has paid something; no claim that waits with that payment is overtaken.
   */
  private Optional<ClaimOutcome> unpayable(
      HeldSeats hold, Refund.Reason reason, ClaimOutcome answer) {
    if (claim.payment() instanceof Payment.Outside payment) {
      if (!draft.mayUse(List.of(payment))) {
        return draft.carryOver(rows(hold), claim.operation());
      }
      draft.bookings().refuse(Refund.ofRefused(claim.id(), hold, payment, reason, draft.now()));
    }
    return Optional.of(answer);
  }

  private boolean isFree(SeatKey key) {
    SeatRow row = draft.seats().seat(key);
    return row != null && row.isFreeAt(draft.now());
  }

  private ClaimOutcome book(HeldSeats hold) {
    draft.seats().pay(hold, claim.id());
    Booking booking = draft.book(claim.id(), hold, claim.payment(), NO_PASS);
    return draft.done(claim.operation(), new Booked(booking));
  }
}
