package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The rooms that this process tends: those that a buyer has asked for lately, and those with
 * somebody in line or inside. All other rooms rest: the process keeps nothing of them and no loop
 * visits them, so that their number costs nothing.
 *
 * <p>Servers tell each other through {@link LineState#inUse} which lines are in use. A server that
 * dies therefore leaves no line untended, and figures are the same on all servers.
 */
final class RoomsInUse {

  /** A server's note that a line is in use lasts the time until a room rests, divided by this. */
  private static final int TOLD_PER_REST = 3;

  private final LineState lines;
  private final Duration restsAfter;
  private final LongSupplier nanos;
  private final Consumer<ShowId> resting;
  private final Map<ShowId, Room> rooms = new ConcurrentHashMap<>();

  /**
   * Begins with no room awake.
   *
   * @param restsAfter a room goes to rest when its line was empty, and nobody has asked for it, for
   *     this long
   * @param resting hears of each room that goes to rest
   */
  RoomsInUse(LineState lines, Duration restsAfter, LongSupplier nanos, Consumer<ShowId> resting) {
    this.lines = lines;
    this.restsAfter = restsAfter;
    this.nanos = nanos;
    this.resting = resting;
  }

  /** The room of a show that a buyer asks for. */
  Room asked(ShowId show) {
    long now = nanos.getAsLong();
    Room room = rooms.get(show);
    if (room != null && room.asked(now)) {
      return room;
    }
    // The room is going to rest at this moment, or rests. compute() waits until the former is
    // decided.
    return rooms.compute(
        show,
        (_, found) -> found != null && found.asked(now) ? found : new Room(show, restsAfter, now));
  }

  Optional<Room> find(ShowId show) {
    return Optional.ofNullable(rooms.get(show));
  }

  Collection<Room> all() {
    return rooms.values();
  }

  /** Reports the lines in use here, wakes those in use elsewhere, and lets others rest. */
  void exchange() {
    long now = nanos.getAsLong();
    List<ShowId> inUseHere =
        rooms.values().stream().filter(room -> room.isInUse(now)).map(Room::show).toList();
    Set<ShowId> inUse = lines.inUse(inUseHere, restsAfter.dividedBy(TOLD_PER_REST));
    inUse.forEach(show -> rooms.computeIfAbsent(show, _ -> new Room(show, restsAfter, now)));
    for (ShowId show : List.copyOf(rooms.keySet())) {
      if (!inUse.contains(show)) {
        rest(show, now);
      }
    }
  }

  private void rest(ShowId show, long now) {
    Room left = rooms.computeIfPresent(show, (_, room) -> room.rests(now) ? null : room);
    if (left == null) {
      resting.accept(show);
    }
  }
}
