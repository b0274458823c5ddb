package dev.stampede.postgres;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Proposal;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The rows a group of claims touches, each kind sorted: everybody locks in this order, so that
 * nobody waits in a circle.
 *
 * @param buyers only those in shows with a limit per buyer
 */
record Footprint(
    NavigableSet<ShowId> shows,
    NavigableSet<SeatKey> seats,
    NavigableSet<BuyerKey> buyers,
    Wallets wallets,
    Named named,
    NavigableSet<String> operations) {

  /** The wallets to lock, and those of them that must be there. */
  record Wallets(NavigableSet<Buyer> all, NavigableSet<Buyer> filled) {}

  /**
   * What claims refer to by its id.
   *
   * @param holds to be given back or paid; their seats are looked up where they are locked
   * @param bookings to be cancelled; likewise
   * @param references payments outside
   */
  record Named(Set<Owned> holds, Set<Owned> bookings, NavigableSet<Payment.Outside> references) {

    boolean hasSeats() {
      return !holds.isEmpty() || !bookings.isEmpty();
    }
  }

  /** Somebody's; what has that id and is another's is left alone. */
  record Owned(UUID id, Buyer buyer) {}

  static Footprint of(
      List<Claim> group, Map<HoldId, Proposal> proposals, Predicate<ShowId> hasBuyerLimit) {
    Footprint rows =
        new Footprint(
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeSet<>(),
            new Wallets(new TreeSet<>(), new TreeSet<>()),
            new Named(new LinkedHashSet<>(), new LinkedHashSet<>(), new TreeSet<>()),
            new TreeSet<>());
    for (Claim claim : group) {
      claim.operation().map(Operation::id).ifPresent(rows.operations::add);
      if (claim instanceof Claim.OfShow here) {
        rows.shows.add(here.show());
      }
      switch (claim) {
        case Claim.Taking taking -> {
          seats(taking, proposals)
              .forEach(seat -> rows.seats.add(new SeatKey(taking.show(), seat)));
          rows.addBuyer(taking, hasBuyerLimit);
          if (taking instanceof Claim.Buy) {
            rows.wallets.all.add(taking.buyer());
          }
        }
        case Claim.Release release ->
            rows.named.holds.add(new Owned(release.id().value(), release.buyer()));
        case Claim.Book book -> {
          rows.named.holds.add(new Owned(book.hold().value(), book.buyer()));
          rows.addBuyer(book, hasBuyerLimit);
          switch (book.payment()) {
            case Payment.Points _ -> rows.wallets.all.add(book.buyer());
            case Payment.Outside reference -> rows.named.references.add(reference);
          }
        }
        case Claim.Cancel cancel -> {
          rows.named.bookings.add(new Owned(cancel.booking().value(), cancel.buyer()));
          rows.wallets.all.add(cancel.buyer());
        }
        case Claim.TopUp topUp -> {
          rows.wallets.all.add(topUp.buyer());
          rows.wallets.filled.add(topUp.buyer());
        }
      }
    }
    return rows;
  }

  private void addBuyer(Claim.OfShow claim, Predicate<ShowId> hasBuyerLimit) {
    if (hasBuyerLimit.test(claim.show())) {
      buyers.add(new BuyerKey(claim.show(), claim.buyer()));
    }
  }

  private static List<Integer> seats(Claim.Taking claim, Map<HoldId, Proposal> proposals) {
    return switch (claim.wanted()) {
      case Wanted.Seats seats -> seats.numbers();
      case Wanted.Best _ ->
          Optional.ofNullable(proposals.get(claim.hold())).map(Proposal::seats).orElse(List.of());
    };
  }
}
