package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyBooked;
import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.Booked;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchShow;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.ClaimOutcome.TotalTooLarge;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.show.ShowTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides one claim to free seats, to hold or to buy them. Empty means: not in this group. */
final class TakeDecision implements ClaimDecision {

  private final Draft draft;
  private final Claim.Taking claim;
  private final @Nullable Proposal proposal;

  TakeDecision(Draft draft, Claim.Taking claim, @Nullable Proposal proposal) {
    this.draft = draft;
    this.claim = claim;
    this.proposal = proposal;
  }

  @Override
  public Optional<Operation> operation() {
    return claim.operation();
  }

  @Override
  public Optional<ClaimOutcome> decide() {
    Locked.Terms show = draft.show(claim.show());
    if (show == null) {
      return Optional.of(new NoSuchShow());
    }
    Optional<ClaimOutcome> refused = refusal(show);
    return refused.isPresent() ? refused : decide(show);
  }

  /** Refuses a claim for reasons that need no seat's row. */
  private Optional<ClaimOutcome> refusal(Locked.Terms show) {
    ShowTerms terms = show.terms();
    int wants = claim.wanted().quantity();
    if (wants > terms.maxSeatsPerHold()) {
      return Optional.of(new TooManySeats(terms.maxSeatsPerHold(), wants));
    }
    if (claim.wanted() instanceof Wanted.Seats wanted) {
      List<Integer> unknown =
          wanted.numbers().stream().filter(n -> n < 0 || n >= show.map().size()).toList();
      if (!unknown.isEmpty()) {
        return Optional.of(new UnknownSeats(unknown));
      }
    }
    Optional<ClaimOutcome> closed = Decider.refusal(terms, draft.now());
    return closed.isPresent() || !terms.needsPass() ? closed : claim.pass().refusal(draft.now());
  }

  private Optional<ClaimOutcome> decide(Locked.Terms show) {
    if (show.terms().needsPass()) {
      BuyerKey row = new BuyerKey(claim.show(), claim.buyer());
      if (!draft.mayUse(List.of(row))) {
        return carryOver();
      }
      if (draft.passes().isSpent(row, claim.pass().number())) {
        return Optional.of(new PassInvalid(ShownPass.Flaw.SPENT));
      }
    }
    return switch (claim.wanted()) {
      case Wanted.Seats wanted -> decide(show, wanted.numbers());
      case Wanted.Best _ -> proposal == null ? carryOver() : decide(show, proposal.seats());
    };
  }

  private Optional<ClaimOutcome> decide(Locked.Terms show, List<Integer> numbers) {
    if (numbers.isEmpty()) {
      return Optional.of(new NotAvailable());
    }
    List<SeatKey> keys = keys(numbers);
    if (!draft.mayUse(keys) || !draft.mayUse(ownRows())) {
      return carryOver();
    }
    List<SeatRow> rows = keys.stream().map(this::row).toList();
    List<Integer> taken =
        rows.stream().filter(row -> !row.isFreeAt(draft.now())).map(SeatRow::seat).toList();
    if (taken.isEmpty()) {
      return Optional.of(take(show, numbers));
    }
    return claim.wanted() instanceof Wanted.Best
        ? carryOver()
        : Optional.of(ofMine(rows).orElse(new SeatsTaken(taken)));
  }

  private List<SeatKey> keys(List<Integer> numbers) {
    return numbers.stream().map(seat -> new SeatKey(claim.show(), seat)).toList();
  }

  private SeatRow row(SeatKey key) {
    SeatRow row = draft.seats().seat(key);
    if (row == null) {
      throw new IllegalStateException("seat " + key + " is looked at without being locked");
    }
    return row;
  }

  /** The rows that are the buyer's: what they have here, seats and passes, and their wallet. */
  private List<Object> ownRows() {
    List<Object> rows = new ArrayList<>(2);
    draft.buyerRow(claim).ifPresent(rows::add);
    if (claim instanceof Claim.Buy) {
      rows.add(claim.buyer());
    }
    return rows;
  }

  /** For the best seats only the buyer's own rows are waited for: other seats will do as well. */
  @Override
  public Optional<ClaimOutcome> carryOver() {
    List<Object> rows = ownRows();
    if (claim.wanted() instanceof Wanted.Seats(List<Integer> numbers)) {
      rows.addAll(keys(numbers));
    }
    return draft.carryOver(rows, claim.operation());
  }

  /** Finds the buyer's own hold or booking of exactly these seats. */
  private Optional<ClaimOutcome> ofMine(List<SeatRow> rows) {
    SeatRow first = rows.getFirst();
    List<Integer> numbers = rows.stream().map(SeatRow::seat).toList();
    if (first.isHeldBy(claim.buyer(), draft.now())) {
      HoldId own = first.owner().orElseThrow().hold();
      // A hold that another buyer has taken a seat over from keeps the others until they are asked
      // for, and is in time again when the clock steps back.
      return Optional.ofNullable(draft.seats().hold(own))
          .filter(_ -> rows.stream().allMatch(row -> row.isHeldBy(own)))
          .map(HoldRow::hold)
          .filter(held -> held.seats().equals(numbers))
          .map(this::ofMine);
    }
    if (claim instanceof Claim.Buy && first.isSoldTo(claim.buyer())) {
      return draft
          .bookings()
          .of(first.owner().orElseThrow().hold())
          .filter(booking -> booking.seats().equals(numbers))
          .map(AlreadyBooked::new);
    }
    return Optional.empty();
  }

  private ClaimOutcome ofMine(HeldSeats hold) {
    return switch (claim) {
      case Claim.Hold _ -> new AlreadyHeld(hold);
      case Claim.Buy buy ->
          draft
              .tooManyBookedFor(claim, hold.seats().size())
              .or(() -> lacking(hold.total()))
              .orElseGet(
                  () -> {
                    draft.seats().pay(hold, buy.id());
                    return booked(buy, hold);
                  });
    };
  }

  private ClaimOutcome take(Locked.Terms show, List<Integer> numbers) {
    Optional<ClaimOutcome> tooMany = draft.tooManyFor(claim, numbers.size());
    if (tooMany.isPresent()) {
      return tooMany.get();
    }
    long total = numbers.stream().mapToLong(show.map()::price).reduce(0, Math::addExact);
    if (total > WalletLimits.MAX_POINTS) {
      return new TotalTooLarge(WalletLimits.MAX_POINTS, total);
    }
    return switch (claim) {
      case Claim.Hold hold -> {
        HeldSeats held = seats(numbers, total, draft.now().plus(show.terms().holdFor()));
        draft.seats().take(held);
        if (show.terms().needsPass()) {
          draft.passes().use(new BuyerKey(held.show(), held.buyer()), claim.pass().number());
        }
        yield draft.done(hold.operation(), new Held(held));
      }
      case Claim.Buy buy ->
          lacking(total)
              .orElseGet(
                  () -> {
                    HeldSeats sold = seats(numbers, total, draft.now());
                    draft.seats().sell(sold, buy.id());
                    return booked(buy, sold);
                  });
    };
  }

  private HeldSeats seats(List<Integer> numbers, long total, Instant until) {
    return new HeldSeats(claim.hold(), claim.show(), claim.buyer(), numbers, total, until);
  }

  private Optional<ClaimOutcome> lacking(long total) {
    return draft.points().lacking(claim.buyer(), total);
  }

  private ClaimOutcome booked(Claim.Buy buy, HeldSeats sold) {
    Booking booking = draft.book(buy.id(), sold, new Payment.Points(), buy.pass().number());
    return draft.done(buy.operation(), new Booked(booking));
  }
}
