package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.lane.Decision;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Computes the rows that a claim depends on, independently of the decider, so that tests can
 * compare the two.
 */
final class ClaimDependencies {

  private final MemoryTables tables;
  private final Map<HoldId, Proposal> proposals;

  ClaimDependencies(MemoryTables tables, Map<HoldId, Proposal> proposals) {
    this.tables = tables;
    this.proposals = proposals;
  }

  /**
   * The rows that can hold the claim up: none if its answer needs no rows, but always its operation
   * while that has no answer.
   *
   * @param alone the decision on the claim if it were alone
   */
  Set<Object> rows(Claim claim, Decision<ClaimOutcome> alone) {
    Set<Object> rows = new HashSet<>(operation(claim));
    boolean saidWithoutRows =
        alone instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome outcome)
            && !needsRows(claim, outcome);
    if (!saidWithoutRows) {
      rows.addAll(allRows(claim));
    } else if (claim instanceof Claim.Taking taking && isSaidBySpentPasses(taking, alone)) {
      tables.buyerRow(claim).ifPresent(rows::add);
    } else if (claim instanceof Claim.Book book && mayMakeARefund(alone)) {
      rows.add(book.payment());
    }
    return rows;
  }

  /** True if the claim may make a refund: an outside payment for a hold that is over is used up. */
  private static boolean mayMakeARefund(Decision<ClaimOutcome> alone) {
    return alone instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome outcome)
        && (outcome instanceof ClaimOutcome.HoldExpired
            || outcome instanceof ClaimOutcome.AlreadyBooked);
  }

  /** True if the spent passes alone decide the claim: the decider looks them up before any seat. */
  private boolean isSaidBySpentPasses(Claim.Taking claim, Decision<ClaimOutcome> alone) {
    return alone instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome outcome)
        && (outcome.equals(new ClaimOutcome.PassInvalid(ShownPass.Flaw.SPENT))
            || (outcome instanceof ClaimOutcome.NotAvailable
                && tables.terms(claim.show()).orElseThrow().needsPass()));
  }

  /** The rows that no later claim may use when this claim is carried over. */
  Set<Object> blocked(Claim claim) {
    Set<Object> blocked = new HashSet<>(operation(claim));
    blocked.addAll(allRows(claim));
    if (claim instanceof Claim.Taking taking && taking.wanted() instanceof Wanted.Best) {
      // A best-seat claim can take other seats as well: it blocks no seat.
      blocked.removeIf(SeatKey.class::isInstance);
    }
    return blocked;
  }

  private Set<Object> operation(Claim claim) {
    return claim instanceof Claim.Release
        ? Set.of()
        : claim
            .operation()
            .map(Operation::id)
            .filter(id -> !tables.operations.containsKey(id))
            .<Set<Object>>map(Set::of)
            .orElse(Set.of());
  }

  private boolean needsRows(Claim claim, ClaimOutcome outcome) {
    return switch (outcome) {
      case ClaimOutcome.Replayed _,
          ClaimOutcome.OperationMismatch _,
          ClaimOutcome.NoSuchHold _,
          ClaimOutcome.NoSuchBooking _ ->
          false;
      default ->
          switch (claim) {
            case Claim.Taking _ ->
                outcome instanceof ClaimOutcome.Success
                    || outcome instanceof ClaimOutcome.AlreadyHeld
                    || outcome instanceof ClaimOutcome.AlreadyBooked
                    || outcome instanceof ClaimOutcome.SeatsTaken
                    || outcome instanceof ClaimOutcome.BuyerLimit
                    || outcome instanceof ClaimOutcome.InsufficientPoints;
            case Claim.Release release -> state(release.id()) == HoldRow.State.LIVE;
            case Claim.Book book -> state(book.hold()) == HoldRow.State.LIVE;
            case Claim.Cancel cancel ->
                booking(cancel).orElseThrow().state() == Booking.State.CONFIRMED;
            case Claim.TopUp _ -> !(outcome instanceof ClaimOutcome.TopUpTooLarge);
            case Claim.Requested requested -> needsRows(requested.bare(), outcome);
          };
    };
  }

  private HoldRow.State state(HoldId hold) {
    return tables.hold(hold).orElseThrow().state();
  }

  private Optional<Booking> booking(Claim.Cancel claim) {
    return Optional.ofNullable(tables.bookings.get(claim.booking()))
        .filter(booking -> booking.buyer().equals(claim.buyer()))
        .filter(booking -> booking.show().equals(claim.show()));
  }

  private Optional<HeldSeats> hold(HoldId id, Claim.OfShow claim) {
    return tables
        .hold(id)
        .map(HoldRow::hold)
        .filter(hold -> hold.buyer().equals(claim.buyer()))
        .filter(hold -> claim instanceof Claim.Release || hold.show().equals(claim.show()));
  }

  private Set<Object> allRows(Claim claim) {
    Set<Object> rows = new HashSet<>();
    switch (claim) {
      case Claim.Taking taking -> {
        rows.addAll(MemoryTables.keys(taking.show(), seatsOf(taking)));
        tables.buyerRow(taking).ifPresent(rows::add);
        if (taking instanceof Claim.Buy) {
          rows.add(taking.buyer());
        }
      }
      case Claim.Release release ->
          hold(release.id(), release)
              .ifPresent(hold -> rows.addAll(MemoryTables.keys(hold.show(), hold.seats())));
      case Claim.Book book ->
          hold(book.hold(), book)
              .ifPresent(
                  hold -> {
                    rows.addAll(MemoryTables.keys(hold.show(), hold.seats()));
                    tables.buyerRow(book).ifPresent(rows::add);
                    rows.add(
                        switch (book.payment()) {
                          case Payment.Points _ -> book.buyer();
                          case Payment.Outside reference -> reference;
                        });
                  });
      case Claim.Cancel cancel ->
          booking(cancel)
              .ifPresent(
                  booking -> {
                    rows.addAll(MemoryTables.keys(booking.show(), booking.seats()));
                    if (booking.payment() instanceof Payment.Points) {
                      rows.add(booking.buyer());
                    }
                  });
      case Claim.TopUp topUp -> rows.add(topUp.buyer());
      case Claim.Requested requested -> rows.addAll(allRows(requested.bare()));
    }
    return rows;
  }

  private List<Integer> seatsOf(Claim.Taking claim) {
    return switch (claim.wanted()) {
      case Wanted.Seats wanted -> wanted.numbers();
      case Wanted.Best _ -> Optional.ofNullable(proposals.get(claim.hold())).orElseThrow().seats();
    };
  }
}
