package dev.stampede.postgres;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Proposal;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The rows a group of claims touches, each kind sorted: everybody locks in this order, so that
 * nobody waits in a circle.
 *
 * @param releases the holds to be given back; their seats are looked up where they are locked
 * @param buyers only those in shows with a limit per buyer
 */
record Footprint(
    NavigableSet<ShowId> shows,
    NavigableSet<SeatKey> seats,
    NavigableSet<BuyerKey> buyers,
    List<Claim.Release> releases,
    NavigableSet<String> operations) {

  static Footprint of(
      List<Claim> group, Map<HoldId, Proposal> proposals, Predicate<ShowId> hasBuyerLimit) {
    Footprint rows =
        new Footprint(
            new TreeSet<>(),
            new TreeSet<>(),
            new TreeSet<>(),
            group.stream()
                .filter(Claim.Release.class::isInstance)
                .map(Claim.Release.class::cast)
                .toList(),
            new TreeSet<>());
    for (Claim claim : group) {
      rows.shows.add(claim.show());
      claim.operation().map(Operation::id).ifPresent(rows.operations::add);
      if (claim instanceof Claim.Hold hold) {
        for (int seat : seats(hold, proposals)) {
          rows.seats.add(new SeatKey(claim.show(), seat));
        }
        if (hasBuyerLimit.test(claim.show())) {
          rows.buyers.add(new BuyerKey(claim.show(), claim.buyer()));
        }
      }
    }
    return rows;
  }

  private static List<Integer> seats(Claim.Hold hold, Map<HoldId, Proposal> proposals) {
    return switch (hold.wanted()) {
      case Wanted.Seats seats -> seats.numbers();
      case Wanted.Best _ ->
          Optional.ofNullable(proposals.get(hold.id())).map(Proposal::seats).orElse(List.of());
    };
  }
}
