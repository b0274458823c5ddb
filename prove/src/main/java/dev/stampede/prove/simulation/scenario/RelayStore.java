package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.EventRange;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.show.ShowId;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The table of unsent events. An event's id is drawn before its commit, so that rows of different
 * seats become visible in another order than that of their ids; those of one seat do not, for its
 * row is locked.
 */
final class RelayStore {

  static final ShowId SHOW = new ShowId(7);
  private static final int SEATS = 5;
  private static final int LONGEST_COMMIT_MILLIS = 300;

  /** A row: the events of one range and one group. */
  record Row(long id, int range, List<OutboxEvent> events) {}

  private final World world;
  private final TreeMap<Long, Row> visible = new TreeMap<>();
  private final Map<Integer, Integer> versions = new HashMap<>();
  private final Map<Integer, Boolean> locked = new HashMap<>();
  private long lastId;
  private int uncommitted;

  RelayStore(World world) {
    this.world = world;
  }

  static String label(int seat) {
    return "A-1-" + (seat + 1);
  }

  static String key(int seat) {
    return SHOW + "/" + label(seat);
  }

  /** The number of versions of each seat that have been committed. */
  Map<Integer, Integer> versions() {
    return versions;
  }

  boolean isEmpty() {
    return visible.isEmpty() && uncommitted == 0;
  }

  NavigableMap<Long, Row> rows() {
    return visible;
  }

  /** A group changes some seats that nobody has locked, each once or twice, and commits later. */
  void write() {
    Map<Integer, List<SeatEvent>> byRange = new TreeMap<>();
    List<Integer> seats = new ArrayList<>();
    for (int seat = 0; seat < SEATS; seat++) {
      if (!locked.getOrDefault(seat, false) && world.dice().chance(400)) {
        locked.put(seat, true);
        seats.add(seat);
      }
    }
    for (int seat : seats) {
      for (long n = world.dice().between(1, 2); n > 0; n--) {
        int range = EventRange.of(SHOW, seat);
        List<SeatEvent> row = byRange.computeIfAbsent(range, _ -> new ArrayList<>());
        row.add(event(seat, versions.merge(seat, 1, Integer::sum)));
      }
    }
    List<Row> rows = new ArrayList<>();
    byRange.forEach((range, events) -> rows.add(row(range, events)));
    uncommitted++;
    world.after(
        Duration.ofMillis(world.dice().between(0, LONGEST_COMMIT_MILLIS)),
        () -> {
          uncommitted--;
          world.note("commits %s", rows);
          rows.forEach(row -> visible.put(row.id(), row));
          seats.forEach(seat -> locked.put(seat, false));
        });
  }

  /** All events of a row have the row's id. */
  private Row row(int range, List<SeatEvent> events) {
    long id = ++lastId;
    return new Row(
        id,
        range,
        events.stream()
            .<OutboxEvent>map(event -> new OutboxEvent.OfSeat(id, 1, event, label(event.seat())))
            .toList());
  }

  private SeatEvent event(int seat, int version) {
    return new SeatEvent(
        SHOW,
        seat,
        version,
        version % 2 == 1 ? SeatEvent.Type.HELD : SeatEvent.Type.RELEASED,
        version % 2 == 1 ? SeatEvent.Reason.CLAIMED : SeatEvent.Reason.EXPIRED,
        new Buyer("buyer"),
        new HoldId(new UUID(0x4000L, Long.MIN_VALUE | version)),
        Optional.empty(),
        world.now());
  }
}
