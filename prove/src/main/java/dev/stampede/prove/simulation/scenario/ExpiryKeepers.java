package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Tidies up after expired holds and extends live ones, step by step as the product's SQL does. */
record ExpiryKeepers(World world, ExpiryStore store) {

  /**
   * Frees the seats of expired holds; those that others have locked are left for the next time. A
   * hold that was tidied up stays as it is: it only ended by its time.
   */
  void reap() throws InterruptedException {
    Instant looked = store.now();
    List<HeldSeats> expired =
        store.holds().values().stream()
            .filter(row -> row.state() == HoldRow.State.LIVE)
            .map(HoldRow::hold)
            .filter(hold -> !hold.expiresAt().isAfter(looked))
            .toList();
    for (HeldSeats hold : expired) {
      pause();
      ExpiryLocks locks = new ExpiryLocks(world, store);
      try {
        var _ = locks.take(new ArrayList<>(hold.seats()), 0);
        Instant now = store.now();
        Changes changes = new Changes(now);
        for (int seat : hold.seats()) {
          SeatRow row = store.seat(seat);
          if (locks.has(seat) && row.isHeldBy(hold.id()) && !row.isHeldAt(now)) {
            changes.add(
                new SeatRow(seat, SeatState.FREE, row.version() + 1, Optional.empty()),
                row.owner().orElseThrow(),
                SeatEvent.Type.RELEASED,
                SeatEvent.Reason.EXPIRED);
          }
        }
        pause();
        store.commit(changes.writes(), now);
      } finally {
        locks.release();
      }
    }
  }

  /** Gives each live hold so much more time. */
  void extend(Duration by) throws InterruptedException {
    for (HoldRow found : List.copyOf(store.holds().values())) {
      pause();
      ExpiryLocks locks = new ExpiryLocks(world, store);
      try {
        List<Object> rows = new ArrayList<>(found.hold().seats());
        rows.add(found.hold().buyer());
        if (locks.take(rows, 1_000)) {
          extend(Objects.requireNonNull(store.holds().get(found.hold().id())), by);
        }
      } finally {
        locks.release();
      }
    }
  }

  private void extend(HoldRow row, Duration by) throws InterruptedException {
    HeldSeats hold = row.hold();
    Instant now = store.now();
    if (row.state() != HoldRow.State.LIVE
        || !hold.expiresAt().isAfter(now)
        || !hold.seats().stream().allMatch(seat -> store.seat(seat).isHeldBy(hold.id()))) {
      return;
    }
    Instant until = hold.expiresAt().plus(by);
    SeatRow.Owner owner = new SeatRow.Owner(hold.buyer(), hold.id(), until);
    Changes changes = new Changes(now);
    for (int seat : hold.seats()) {
      changes.add(
          new SeatRow(seat, SeatState.HELD, store.seat(seat).version() + 1, Optional.of(owner)),
          owner,
          SeatEvent.Type.HELD,
          SeatEvent.Reason.MORE_TIME);
    }
    pause();
    store.commit(changes.writes(), now);
    store.put(
        new HoldRow(
            new HeldSeats(hold.id(), hold.show(), hold.buyer(), hold.seats(), hold.total(), until),
            HoldRow.State.LIVE));
  }

  private void pause() throws InterruptedException {
    Thread.sleep(world.dice().between(0, 6));
  }

  /** The writes of one of these transactions. */
  private record Changes(Instant now, List<GroupResult.SeatWrite> seats, List<SeatEvent> events) {

    Changes(Instant now) {
      this(now, new ArrayList<>(), new ArrayList<>());
    }

    void add(SeatRow row, SeatRow.Owner owner, SeatEvent.Type type, SeatEvent.Reason reason) {
      seats.add(new GroupResult.SeatWrite(ExpiryStore.SHOW, row));
      events.add(
          new SeatEvent(
              ExpiryStore.SHOW,
              row.seat(),
              row.version(),
              type,
              reason,
              owner.buyer(),
              owner.hold(),
              Optional.empty(),
              now));
    }

    GroupResult.Writes writes() {
      return GroupResult.Writes.ofSeats(seats, events);
    }
  }
}
