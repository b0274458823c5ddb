package dev.stampede.engine.seats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Holds of one show that have ended, until somebody has told of it.
 *
 * <p>Every server that has a board sees a hold end by itself. If all of them told, thousands of
 * holds that end at once would be told as often as there are servers, by the script that every
 * claim waits for. So the server that made the hold tells at once, and the others only if they have
 * not heard of it within {@link #GRACE} and some more, which differs from server to server: it may
 * have died, and the first of them to tell is heard by the others.
 */
final class UntoldLapses {

  static final Duration GRACE = Duration.ofMillis(500);

  /** How much longer a server may wait. */
  static final Duration SPREAD = Duration.ofMillis(500);

  private record Waiting(SeatNotice lapse, long dueNanos) {}

  /** By seat; guarded by this. */
  private final Map<Integer, Waiting> waiting = new HashMap<>();

  /** Takes note of holds that have just ended, and says which are to be told of now. */
  synchronized List<SeatNotice> due(List<SeatBoard.Lapse> ended, long nowNanos) {
    List<SeatNotice> due = new ArrayList<>();
    long later =
        nowNanos + GRACE.toNanos() + ThreadLocalRandom.current().nextLong(SPREAD.toNanos());
    for (SeatBoard.Lapse lapse : ended) {
      if (lapse.isOwn()) {
        due.add(lapse.notice());
      } else {
        waiting.put(lapse.notice().seat(), new Waiting(lapse.notice(), later));
      }
    }
    for (Iterator<Waiting> each = waiting.values().iterator(); each.hasNext(); ) {
      Waiting next = each.next();
      if (nowNanos - next.dueNanos() >= 0) {
        due.add(next.lapse());
        each.remove();
      }
    }
    return due;
  }

  /** Somebody has told of these. */
  synchronized void told(List<SeatNotice> notices) {
    for (SeatNotice notice : notices) {
      if (waiting.isEmpty()) {
        return;
      }
      Waiting mine = waiting.get(notice.seat());
      if (mine != null && mine.lapse().rank() <= notice.rank()) {
        waiting.remove(notice.seat());
      }
    }
  }
}
