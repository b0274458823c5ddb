package dev.stampede.engine.claim;

import dev.stampede.engine.claim.ClaimOutcome.AlreadyHeld;
import dev.stampede.engine.claim.ClaimOutcome.BuyerLimit;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NoSuchShow;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ClaimOutcome.TooManySeats;
import dev.stampede.engine.claim.ClaimOutcome.UnknownSeats;
import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.show.ShowTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides one claim to hold seats. Empty means: not in this group. */
final class HoldDecision {

  private final Ledger ledger;
  private final Claim.Hold claim;
  private final @Nullable Proposal proposal;

  HoldDecision(Ledger ledger, Claim.Hold claim, @Nullable Proposal proposal) {
    this.ledger = ledger;
    this.claim = claim;
    this.proposal = proposal;
  }

  Optional<ClaimOutcome> decide() {
    Optional<ClaimOutcome> stored = ledger.stored(claim.operation());
    if (stored.isPresent()) {
      return stored;
    }
    Locked.Terms show = ledger.show(claim.show());
    if (show == null) {
      return Optional.of(new NoSuchShow());
    }
    // The first of this operation is still on its way: its repeat waits for that answer, whatever
    // could be said to the repeat alone.
    if (claim.operation().filter(asked -> ledger.isWaitedFor(asked.id())).isPresent()) {
      return carryOver(limited(show));
    }
    Optional<ClaimOutcome> refused = refusal(show);
    return refused.isPresent() ? refused : decide(show);
  }

  /** What needs no seat's row to be said. */
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
    return Decider.refusal(terms, ledger.now());
  }

  private Optional<ClaimOutcome> decide(Locked.Terms show) {
    List<Integer> numbers =
        switch (claim.wanted()) {
          case Wanted.Seats wanted -> wanted.numbers();
          case Wanted.Best _ -> proposed();
        };
    if (numbers.isEmpty()) {
      return Optional.of(new NotAvailable());
    }
    Optional<BuyerKey> limited = limited(show);
    List<SeatRow> rows = rows(numbers, limited);
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> taken =
        rows.stream().filter(row -> !row.isFreeAt(ledger.now())).map(SeatRow::seat).toList();
    if (!taken.isEmpty()) {
      return claim.wanted() instanceof Wanted.Best
          ? carryOver(limited)
          : Optional.of(
              mine(rows).<ClaimOutcome>map(AlreadyHeld::new).orElse(new SeatsTaken(taken)));
    }
    return Optional.of(take(show, numbers, limited));
  }

  /** The (show, buyer) row, where the show has a limit. */
  private Optional<BuyerKey> limited(Locked.Terms show) {
    return show.terms().maxSeatsPerBuyer().isPresent()
        ? Optional.of(new BuyerKey(claim.show(), claim.buyer()))
        : Optional.empty();
  }

  private List<Integer> proposed() {
    if (proposal == null) {
      throw new IllegalStateException("nothing was proposed for " + claim);
    }
    return proposal.seats();
  }

  /** All rows it needs, or none if one is missing or an earlier claim waits for one. */
  private List<SeatRow> rows(List<Integer> numbers, Optional<BuyerKey> limited) {
    boolean blocked =
        limited
            .filter(buyer -> ledger.isWaitedFor(buyer) || ledger.seatsOf(buyer) == null)
            .isPresent();
    List<SeatRow> rows = new ArrayList<>(numbers.size());
    for (int seat : numbers) {
      SeatKey key = new SeatKey(claim.show(), seat);
      SeatRow row = ledger.seat(key);
      if (row == null || ledger.isWaitedFor(key)) {
        blocked = true;
      } else {
        rows.add(row);
      }
    }
    if (blocked) {
      carryOver(limited);
      return List.of();
    }
    return rows;
  }

  /** For the best seats only the buyer and the operation are waited for: others will do as well. */
  private Optional<ClaimOutcome> carryOver(Optional<BuyerKey> limited) {
    if (claim.wanted() instanceof Wanted.Seats(List<Integer> numbers)) {
      ledger.waitFor(numbers.stream().map(seat -> new SeatKey(claim.show(), seat)).toList());
    }
    ledger.waitFor(limited.stream().toList());
    ledger.waitFor(claim.operation().map(Operation::id).stream().toList());
    return Optional.empty();
  }

  /** The buyer's own live hold, when it has exactly these seats. */
  private Optional<HeldSeats> mine(List<SeatRow> rows) {
    SeatRow first = rows.getFirst();
    if (!first.isHeldBy(claim.buyer(), ledger.now())) {
      return Optional.empty();
    }
    HoldRow hold = ledger.hold(first.owner().orElseThrow().hold());
    List<Integer> numbers = rows.stream().map(SeatRow::seat).toList();
    return Optional.ofNullable(hold).map(HoldRow::hold).filter(h -> h.seats().equals(numbers));
  }

  private ClaimOutcome take(Locked.Terms show, List<Integer> numbers, Optional<BuyerKey> limited) {
    if (limited.isPresent()) {
      int limit = show.terms().maxSeatsPerBuyer().orElseThrow();
      Integer has = ledger.seatsOf(limited.get());
      if (has != null && has + numbers.size() > limit) {
        return new BuyerLimit(limit, has, numbers.size());
      }
    }
    HeldSeats hold =
        new HeldSeats(
            claim.id(),
            claim.show(),
            claim.buyer(),
            numbers,
            numbers.stream().mapToLong(show.map()::price).reduce(0, Math::addExact),
            ledger.now().plus(show.terms().holdFor()));
    ledger.take(hold, claim.operation(), limited);
    return new Held(hold);
  }
}
