package dev.stampede.engine.claim;

import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.Locked.StoredAnswer;
import dev.stampede.engine.show.ShowId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a group while it is being decided: the rows as locked, changed by each claim in its
 * turn, and what of it has to be written.
 */
final class Ledger {

  private final Locked locked;
  private final Map<SeatKey, SeatRow> seats;
  private final Map<BuyerKey, Integer> buyers;
  private final Map<HoldId, HoldRow> holds;
  private final Map<String, StoredAnswer> operations;

  private final Set<SeatKey> changedSeats = new LinkedHashSet<>();
  private final Map<HoldId, HoldRow> newHolds = new LinkedHashMap<>();
  private final List<HoldId> releasedHolds = new ArrayList<>();
  private final List<SeatEvent> events = new ArrayList<>();
  private final List<Decided.OperationWrite> operationWrites = new ArrayList<>();

  /** What claims that were carried over stand on: nobody later may use it in this group. */
  private final Set<Object> waitedFor = new HashSet<>();

  Ledger(Locked locked) {
    this.locked = locked;
    this.seats = new HashMap<>(locked.seats());
    this.buyers = new HashMap<>(locked.buyers());
    this.holds = new HashMap<>(locked.holds());
    this.operations = new HashMap<>(locked.operations());
  }

  Instant now() {
    return locked.now();
  }

  Locked.@Nullable Terms show(ShowId id) {
    return locked.shows().get(id);
  }

  @Nullable SeatRow seat(SeatKey key) {
    return seats.get(key);
  }

  @Nullable Integer seatsOf(BuyerKey buyer) {
    return buyers.get(buyer);
  }

  @Nullable HoldRow hold(HoldId id) {
    return holds.get(id);
  }

  /** The answer stored for this operation, by an earlier group or earlier in this one. */
  Optional<ClaimOutcome> stored(Optional<Operation> operation) {
    return operation
        .map(asked -> operations.get(asked.id()))
        .map(
            stored ->
                stored.fingerprint().equals(operation.orElseThrow().fingerprint())
                    ? new ClaimOutcome.Replayed(stored.hold())
                    : new ClaimOutcome.OperationMismatch());
  }

  boolean isWaitedFor(Object row) {
    return waitedFor.contains(row);
  }

  void waitFor(Iterable<?> rows) {
    rows.forEach(waitedFor::add);
  }

  /** Gives free seats (an expired hold's included) to a new hold. */
  void take(HeldSeats hold, Optional<Operation> operation, Optional<BuyerKey> limited) {
    for (int seat : hold.seats()) {
      SeatKey key = new SeatKey(hold.show(), seat);
      SeatRow before = row(key);
      if (before.state() == SeatState.HELD) {
        before = free(key, before, SeatEvent.Reason.EXPIRED);
      }
      SeatRow after =
          new SeatRow(
              seat,
              SeatState.HELD,
              before.version() + 1,
              Optional.of(new SeatRow.Owner(hold.buyer(), hold.id(), hold.expiresAt())));
      put(key, after);
      note(
          key,
          after.version(),
          SeatEvent.Type.HELD,
          SeatEvent.Reason.CLAIMED,
          after.owner().orElseThrow());
    }
    HoldRow row = new HoldRow(hold, HoldRow.State.LIVE);
    holds.put(hold.id(), row);
    newHolds.put(hold.id(), row);
    limited.ifPresent(buyer -> buyers.merge(buyer, hold.seats().size(), Integer::sum));
    operation.ifPresent(
        done -> {
          operations.put(done.id(), new StoredAnswer(done.fingerprint(), hold));
          operationWrites.add(new Decided.OperationWrite(done, hold.id()));
        });
  }

  /** Gives a hold back: frees those of its seats that are still its own. */
  void release(HeldSeats hold) {
    for (int seat : hold.seats()) {
      SeatKey key = new SeatKey(hold.show(), seat);
      SeatRow row = row(key);
      if (row.state() == SeatState.HELD && isOf(row, hold.id())) {
        boolean live = row.isHeldAt(now());
        put(key, free(key, row, live ? SeatEvent.Reason.GIVEN_BACK : SeatEvent.Reason.EXPIRED));
        if (live) {
          buyers.computeIfPresent(
              new BuyerKey(hold.show(), hold.buyer()), (buyer, count) -> count - 1);
        }
      }
    }
    HoldRow ended = new HoldRow(hold, HoldRow.State.RELEASED);
    holds.put(hold.id(), ended);
    if (newHolds.replace(hold.id(), ended) == null) {
      releasedHolds.add(hold.id());
    }
  }

  Decided.Writes writes() {
    return new Decided.Writes(
        changedSeats.stream()
            .sorted()
            .map(key -> new Decided.SeatWrite(key.show(), row(key)))
            .toList(),
        List.copyOf(newHolds.values()),
        releasedHolds,
        events,
        operationWrites);
  }

  private SeatRow free(SeatKey key, SeatRow row, SeatEvent.Reason reason) {
    SeatRow after = new SeatRow(row.seat(), SeatState.FREE, row.version() + 1, Optional.empty());
    note(key, after.version(), SeatEvent.Type.RELEASED, reason, row.owner().orElseThrow());
    return after;
  }

  private void note(
      SeatKey key, int version, SeatEvent.Type type, SeatEvent.Reason reason, SeatRow.Owner owner) {
    events.add(
        new SeatEvent(
            key.show(), key.seat(), version, type, reason, owner.buyer(), owner.hold(), now()));
  }

  private void put(SeatKey key, SeatRow row) {
    seats.put(key, row);
    changedSeats.add(key);
  }

  private SeatRow row(SeatKey key) {
    SeatRow row = seats.get(key);
    if (row == null) {
      throw new IllegalStateException("seat " + key + " was changed without being locked");
    }
    return row;
  }

  private static boolean isOf(SeatRow row, HoldId hold) {
    return row.owner().filter(owner -> owner.hold().equals(hold)).isPresent();
  }
}
