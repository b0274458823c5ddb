package dev.stampede.redis.news;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatRows;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The committed rows of one show, changed by version. */
final class MemorySeatSource implements SeatSource {

  private final ShowId show;
  private final SeatMap map;
  private final InstantSource time;
  private final Map<Integer, SeatRow> rows = new TreeMap<>();
  private final AtomicInteger loads = new AtomicInteger();
  private volatile Duration takes = Duration.ZERO;

  MemorySeatSource(ShowId show, int seats, InstantSource time) {
    this.show = show;
    this.map = new SeatMap(List.of(new Section.Mapped("A", 10, 1, seats)));
    this.time = time;
  }

  /** Each reader takes this long, beside the others. */
  void slowly(Duration each) {
    takes = each;
  }

  @Override
  public Optional<Snapshot> load(ShowId wanted) {
    loads.incrementAndGet();
    LockSupport.parkNanos(takes.toNanos());
    return snapshot(wanted);
  }

  private synchronized Optional<Snapshot> snapshot(ShowId wanted) {
    return wanted.equals(show)
        ? Optional.of(new Snapshot(map, SeatRows.of(rows.values()), time.instant()))
        : Optional.empty();
  }

  int loads() {
    return loads.get();
  }

  /** Commits the seat's next version. */
  synchronized SeatChange commit(int seat, SeatState state, Optional<SeatRow.Owner> owner) {
    int version = rows.containsKey(seat) ? rows.get(seat).version() + 1 : 1;
    rows.put(seat, new SeatRow(seat, state, version, owner));
    return new SeatChange(show, seat, version, state, owner, time.instant());
  }
}
