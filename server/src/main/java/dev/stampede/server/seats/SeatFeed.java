package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The newest frame for the watchers of one show, and nothing older. A watcher whose position is the
 * start of the frame sends its bytes as they are; for one that was too slow for the frame before,
 * the feed makes a frame that leads from its position to the same end. So nothing queues for
 * anybody.
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

  /** Returns the number of watchers being written to at the moment. */
  long sending() {
    return watchers.stream().filter(SeatWatcher::isSending).count();
  }

  void wakeAll() {
    watchers.forEach(SeatWatcher::wake);
  }
}
