package dev.stampede.server.seats;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatRows;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The committed rows of one show, changed by version. */
final class SoldShow implements SeatSource {

  private final ShowId id;
  private final SeatMap map;
  private final InstantSource time;
  private final Map<Integer, SeatRow> rows = new TreeMap<>();

  SoldShow(ShowId id, SeatMap map, InstantSource time) {
    this.id = id;
    this.map = map;
    this.time = time;
  }

  ShowId id() {
    return id;
  }

  @Override
  public synchronized Optional<Snapshot> load(ShowId wanted) {
    return wanted.equals(id)
        ? Optional.of(new Snapshot(map, SeatRows.of(rows.values()), time.instant()))
        : Optional.empty();
  }

  SeatChange hold(int seat, Duration lasts) {
    return commit(seat, SeatState.HELD, Optional.of(owner(time.instant().plus(lasts))));
  }

  SeatChange sell(int seat) {
    return commit(seat, SeatState.SOLD, Optional.of(owner(time.instant())));
  }

  SeatChange free(int seat) {
    return commit(seat, SeatState.FREE, Optional.empty());
  }

  private static SeatRow.Owner owner(Instant until) {
    return new SeatRow.Owner(new Buyer("ann"), HoldId.fresh(1), until);
  }

  private synchronized SeatChange commit(int seat, SeatState state, Optional<SeatRow.Owner> owner) {
    int version = rows.containsKey(seat) ? rows.get(seat).version() + 1 : 1;
    rows.put(seat, new SeatRow(seat, state, version, owner));
    return new SeatChange(id, seat, version, state, owner, time.instant());
  }
}
