package dev.stampede.engine.seats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The holds of one show that have ended and whose end no server has published yet.
 *
 * <p>Every server that has a board sees a hold end without any news. If all servers published it,
 * thousands of holds that end at once would be published once per server, by the script that every
 * claim waits for. So the server that made the hold publishes its end at once. The others publish
 * it only if they have not heard of it within {@link #GRACE} and a random time up to {@link
 * #SPREAD}: the first server may have died, and the first of the others to publish is heard by the
 * rest.
 */
final class UnpublishedExpiries {

  static final Duration GRACE = Duration.ofMillis(500);

  /** The longest random time that a server waits after {@link #GRACE}. */
  static final Duration SPREAD = Duration.ofMillis(500);

  private record Waiting(SeatNotice expiry, long dueNanos) {}

  /** By seat; guarded by {@code this}. */
  private final Map<Integer, Waiting> waiting = new HashMap<>();

  /** Notes the holds that have just ended, and returns the expiries to publish now. */
  synchronized List<SeatNotice> due(List<SeatBoard.Expiry> ended, long nowNanos) {
    List<SeatNotice> due = new ArrayList<>();
    long later =
        nowNanos + GRACE.toNanos() + ThreadLocalRandom.current().nextLong(SPREAD.toNanos());
    for (SeatBoard.Expiry expiry : ended) {
      if (expiry.isOwn()) {
        due.add(expiry.notice());
      } else {
        waiting.put(expiry.notice().seat(), new Waiting(expiry.notice(), later));
      }
    }
    for (Iterator<Waiting> each = waiting.values().iterator(); each.hasNext(); ) {
      Waiting next = each.next();
      if (nowNanos - next.dueNanos() >= 0) {
        due.add(next.expiry());
        each.remove();
      }
    }
    return due;
  }

  /** Forgets the expiries that another server has published, by these notices or newer ones. */
  synchronized void told(List<SeatNotice> notices) {
    for (SeatNotice notice : notices) {
      if (waiting.isEmpty()) {
        return;
      }
      Waiting mine = waiting.get(notice.seat());
      if (mine != null && mine.expiry().rank() <= notice.rank()) {
        waiting.remove(notice.seat());
      }
    }
  }
}
