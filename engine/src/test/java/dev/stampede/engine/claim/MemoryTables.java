package dev.stampede.engine.claim;

import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.Locked.StoredAnswer;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The tables of a sale in memory: locks for a group what a committer would, and writes it back. */
final class MemoryTables {

  Instant now;
  final Map<ShowId, Locked.Terms> shows = new HashMap<>();
  final Map<SeatKey, SeatRow> seats = new TreeMap<>();
  final Map<HoldId, HoldRow> holds = new HashMap<>();
  final Map<String, StoredAnswer> operations = new HashMap<>();

  MemoryTables(Instant now) {
    this.now = now;
  }

  MemoryTables copy() {
    MemoryTables copy = new MemoryTables(now);
    copy.shows.putAll(shows);
    copy.seats.putAll(seats);
    copy.holds.putAll(holds);
    copy.operations.putAll(operations);
    return copy;
  }

  void add(ShowTerms terms, SeatMap map) {
    shows.put(terms.id(), new Locked.Terms(terms, map));
    for (int seat = 0; seat < map.size(); seat++) {
      seats.put(
          new SeatKey(terms.id(), seat), new SeatRow(seat, SeatState.FREE, 0, Optional.empty()));
    }
  }

  SeatRow seat(SeatKey key) {
    return Optional.ofNullable(seats.get(key)).orElseThrow();
  }

  Optional<HoldRow> hold(HoldId id) {
    return Optional.ofNullable(holds.get(id));
  }

  /** Locks what the group needs, but for what somebody else has locked. */
  Locked lock(List<Claim> group, Map<HoldId, Proposal> proposals, Set<?> lockedElsewhere) {
    Map<SeatKey, SeatRow> lockedSeats = new HashMap<>();
    Map<BuyerKey, Integer> buyers = new HashMap<>();
    Map<HoldId, HoldRow> namedHolds = new HashMap<>();
    Map<String, StoredAnswer> answers = new HashMap<>();
    for (Claim claim : group) {
      for (SeatKey key : wanted(claim, proposals)) {
        if (seats.containsKey(key) && !lockedElsewhere.contains(key)) {
          lockedSeats.put(key, seat(key));
        }
      }
      BuyerKey buyer = new BuyerKey(claim.show(), claim.buyer());
      if (claim instanceof Claim.Hold && isLimited(claim) && !lockedElsewhere.contains(buyer)) {
        buyers.put(buyer, liveSeats(buyer));
      }
      if (claim instanceof Claim.Release release) {
        hold(release.id()).ifPresent(row -> namedHolds.put(release.id(), row));
      }
      claim
          .operation()
          .map(Operation::id)
          .filter(operations::containsKey)
          .ifPresent(id -> answers.put(id, operations.get(id)));
    }
    for (SeatRow row : lockedSeats.values()) {
      row.owner().ifPresent(owner -> namedHolds.put(owner.hold(), holds.get(owner.hold())));
    }
    return new Locked(now, shows, lockedSeats, buyers, namedHolds, answers);
  }

  void write(Decided.Writes writes) {
    writes.seats().forEach(write -> seats.put(keyOf(write), write.row()));
    writes.newHolds().forEach(row -> holds.put(row.hold().id(), row));
    writes.releasedHolds().forEach(id -> holds.computeIfPresent(id, (_, row) -> released(row)));
    writes
        .operations()
        .forEach(
            write ->
                operations.put(
                    write.operation().id(),
                    new StoredAnswer(
                        write.operation().fingerprint(), hold(write.hold()).orElseThrow().hold())));
  }

  /** Everything that is kept, to be compared. */
  List<Object> content() {
    return List.of(Map.copyOf(seats), Map.copyOf(holds), Map.copyOf(operations));
  }

  static SeatKey keyOf(Decided.SeatWrite write) {
    return new SeatKey(write.show(), write.row().seat());
  }

  private boolean isLimited(Claim claim) {
    Locked.Terms show = shows.get(claim.show());
    return show != null && show.terms().maxSeatsPerBuyer().isPresent();
  }

  private Set<SeatKey> wanted(Claim claim, Map<HoldId, Proposal> proposals) {
    Set<SeatKey> keys = new HashSet<>();
    switch (claim) {
      case Claim.Hold hold -> {
        List<Integer> numbers =
            switch (hold.wanted()) {
              case Wanted.Seats seatsWanted -> seatsWanted.numbers();
              case Wanted.Best _ ->
                  Optional.ofNullable(proposals.get(hold.id())).orElseThrow().seats();
            };
        numbers.forEach(seat -> keys.add(new SeatKey(hold.show(), seat)));
      }
      case Claim.Release release -> {
        hold(release.id())
            .map(HoldRow::hold)
            .ifPresent(h -> h.seats().forEach(seat -> keys.add(new SeatKey(h.show(), seat))));
      }
    }
    return keys;
  }

  /** Counted as the database does: live holds and what is sold. */
  private int liveSeats(BuyerKey buyer) {
    return (int)
        seats.entrySet().stream()
            .filter(entry -> entry.getKey().show().equals(buyer.show()))
            .map(Map.Entry::getValue)
            .filter(row -> !row.isFreeAt(now))
            .filter(row -> row.owner().orElseThrow().buyer().equals(buyer.buyer()))
            .count();
  }

  private static HoldRow released(HoldRow row) {
    return new HoldRow(row.hold(), HoldRow.State.RELEASED);
  }
}
