package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is sent to the watchers of one show: the newest frame, and nothing older. A watcher who
 * stands where it begins sends its bytes as they are; one who was too slow for the frame before has
 * one made that leads from where it stands to the same end. So nothing queues for anybody.
 */
final class SeatFeed {

  private final SeatBoard board;
  private final Set<SeatWatcher> watchers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger expected = new AtomicInteger();
  private volatile SeatFrame latest;

  SeatFeed(SeatBoard board) {
    this.board = board;
    this.latest = SeatFrame.start(board.position());
  }

  SeatBoard board() {
    return board;
  }

  /** Says that somebody will join: until it has left again, the feed is not deserted. */
  SeatFeed expectOne() {
    expected.incrementAndGet();
    return this;
  }

  void join(SeatWatcher watcher) {
    watchers.add(watcher);
  }

  void leave(SeatWatcher watcher) {
    watchers.remove(watcher);
    expected.decrementAndGet();
  }

  boolean isDeserted() {
    return expected.get() == 0;
  }

  SeatFrame latest() {
    return latest;
  }

  /** The way from a position to the end of the latest frame. */
  SeatFrame leadingFrom(Position known, Instant now) {
    SeatFrame end = latest;
    return end.from().equals(known)
        ? end
        : SeatFrame.of(known, board.since(known, end.to(), now), board.map());
  }

  /** Puts all that changed since the latest frame into a new one, and wakes everybody. */
  void tick(Instant now) {
    Position from = latest.to();
    if (!from.equals(board.position())) {
      latest = SeatFrame.of(from, board.since(from, now), board.map());
      wakeAll();
    }
    watchers.forEach(SeatWatcher::tend);
  }

  /** How many are being written to this moment. */
  long sending() {
    return watchers.stream().filter(SeatWatcher::isSending).count();
  }

  void wakeAll() {
    watchers.forEach(SeatWatcher::wake);
  }
}
