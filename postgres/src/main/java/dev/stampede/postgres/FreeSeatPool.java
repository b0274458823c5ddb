package dev.stampede.postgres;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a committer believes to be free, so that the best seats can be picked without asking. It may
 * be wrong both ways: what is picked is locked and checked before it is given to anyone, and
 * nothing is refused before it has been read anew.
 *
 * <p>Used by the committer's thread alone, but for {@link #learn}.
 */
final class FreeSeatPool {

  private static final int MAX_SHOWS = 64;
  private static final int MAX_NEWS = 20_000;

  private static final String READ_FREE =
      """
      SELECT number
      FROM seat
      WHERE show_id = ?::bigint
        AND (state = 'f' OR (state = 'h' AND held_until <= (SELECT stampede_now())))""";

  private final Map<ShowId, BitSet> free =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ShowId, BitSet> eldest) {
          boolean tooMany = size() > MAX_SHOWS;
          if (tooMany) {
            known.remove(eldest.getKey());
          }
          return tooMany;
        }
      };

  /** The keys of {@link #free}, for those who bring news. */
  private final Set<ShowId> known = ConcurrentHashMap.newKeySet();

  private final BlockingQueue<SeatChange> news = new ArrayBlockingQueue<>(MAX_NEWS);
  private final AtomicBoolean newsLost = new AtomicBoolean();

  /** Takes news from any thread, without waiting; more than fits makes the pool read anew. */
  void learn(SeatChange change) {
    if (known.contains(change.show()) && !news.offer(change)) {
      newsLost.set(true);
    }
  }

  /** What is believed free; null if nothing is known about the show. */
  @Nullable BitSet freeIn(ShowId show) {
    hearNews();
    return free.get(show);
  }

  /** Reads what is free now; seats that somebody has locked count as what they were before. */
  BitSet read(Connection connection, ShowId show) throws SQLException {
    hearNews();
    BitSet seats = new BitSet();
    SqlStep read = SqlStep.query(READ_FREE, row -> seats.set(row.getInt(1)), show.value());
    Transport.TOGETHER.send(connection, List.of(read));
    free.put(show, seats);
    known.add(show);
    return seats;
  }

  /** Somebody has it, or is about to. */
  void drop(ShowId show, int seat) {
    BitSet seats = free.get(show);
    if (seats != null) {
      seats.clear(seat);
    }
  }

  void apply(SeatChange change) {
    BitSet seats = free.get(change.show());
    if (seats != null) {
      seats.set(change.seat(), change.state() == SeatState.FREE);
    }
  }

  void forget(ShowId show) {
    free.remove(show);
    known.remove(show);
  }

  void forgetAll() {
    free.clear();
    known.clear();
  }

  /** Makes the pool read anew; from any thread. */
  void distrust() {
    newsLost.set(true);
  }

  private void hearNews() {
    if (newsLost.getAndSet(false)) {
      news.clear();
      forgetAll();
    }
    for (SeatChange change = news.poll(); change != null; change = news.poll()) {
      apply(change);
    }
  }
}
