package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Proposal;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.show.ShowMaps;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;

/**
 * The rows a group of claims touches, each kind sorted: everybody locks in this order, so that
 * nobody waits in a circle.
 */
record Footprint(
    NavigableSet<ShowId> shows,
    NavigableSet<SeatKey> seats,
    Buyers buyers,
    Wallets wallets,
    Named named,
    NavigableSet<String> operations,
    NavigableSet<BookingRequestId> requests) {

  /**
   * The (show, buyer) rows to lock, only in shows with a limit per buyer or a waiting room.
   *
   * @param counted those of them whose seats count against a limit
   * @param passes those of them whose passes matter
   */
  record Buyers(
      NavigableSet<BuyerKey> all, NavigableSet<BuyerKey> counted, NavigableSet<BuyerKey> passes) {

    private void add(Claim.OfShow claim, ShowMaps.Rules rules) {
      BuyerKey key = new BuyerKey(claim.show(), claim.buyer());
      if (rules.hasBuyerLimit()) {
        all.add(key);
        counted.add(key);
      }
      if (rules.needsPass()) {
        all.add(key);
        passes.add(key);
      }
    }
  }

  /** The wallets to lock, and those of them that must be there. */
  record Wallets(NavigableSet<Buyer> all, NavigableSet<Buyer> filled) {}

  /**
   * The rows that claims refer to by id.
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

  /** An id and its owner; a row with that id and another owner is left alone. */
  record Owned(UUID id, Buyer buyer) {}

  /**
   * The rows of a group. A claim that will probably be refused for want of a pass needs none: it
   * can only get its stored answer, and nobody should wait because of it.
   *
   * @param rules the rules of each show as last seen
   */
  static Footprint of(
      List<Claim> group, Map<HoldId, Proposal> proposals, Function<ShowId, ShowMaps.Rules> rules) {
    Footprint rows =
        new Footprint(
            new TreeSet<>(),
            new TreeSet<>(),
            new Buyers(new TreeSet<>(), new TreeSet<>(), new TreeSet<>()),
            new Wallets(new TreeSet<>(), new TreeSet<>()),
            new Named(new LinkedHashSet<>(), new LinkedHashSet<>(), new TreeSet<>()),
            new TreeSet<>(),
            new TreeSet<>());
    group.forEach(claim -> rows.add(claim, proposals, rules));
    return rows;
  }

  private void add(
      Claim claim, Map<HoldId, Proposal> proposals, Function<ShowId, ShowMaps.Rules> rules) {
    claim.operation().map(Operation::id).ifPresent(operations::add);
    if (claim instanceof Claim.OfShow here) {
      shows.add(here.show());
    }
    switch (claim) {
      case Claim.Taking taking -> {
        ShowMaps.Rules known = rules.apply(taking.show());
        if (known.mayTake(taking)) {
          add(taking, seats(taking, proposals), known);
        }
      }
      case Claim.Release release ->
          named.holds.add(new Owned(release.id().value(), release.buyer()));
      case Claim.Book book -> {
        named.holds.add(new Owned(book.hold().value(), book.buyer()));
        buyers.add(book, rules.apply(book.show()));
        switch (book.payment()) {
          case Payment.Points _ -> wallets.all.add(book.buyer());
          case Payment.Outside reference -> named.references.add(reference);
        }
      }
      case Claim.Cancel cancel -> {
        named.bookings.add(new Owned(cancel.booking().value(), cancel.buyer()));
        wallets.all.add(cancel.buyer());
      }
      case Claim.TopUp topUp -> {
        wallets.all.add(topUp.buyer());
        wallets.filled.add(topUp.buyer());
      }
      case Claim.Requested requested -> {
        requests.add(requested.request().id());
        add(requested.bare(), proposals, rules);
      }
    }
  }

  private void add(Claim.Taking claim, List<Integer> numbers, ShowMaps.Rules rules) {
    numbers.forEach(seat -> seats.add(new SeatKey(claim.show(), seat)));
    buyers.add(claim, rules);
    if (claim instanceof Claim.Buy) {
      wallets.all.add(claim.buyer());
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
