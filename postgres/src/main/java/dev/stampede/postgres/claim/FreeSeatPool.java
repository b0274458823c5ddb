package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The seats that a committer believes to be free, so that it can pick the best ones without a
 * query. The belief may be wrong both ways: the committer locks and checks picked seats before it
 * gives them to anyone, and it refuses nothing before a fresh look.
 *
 * <p>The cost of a look must not grow with the show. There is no index of free seats, which every
 * claim would have to pay for, so that finding them means walking through the show. Instead the
 * pool reads only seats that may be free, by their key:
 *
 * <ul>
 *   <li>those that the process's boards name, while their news is fresh;
 *   <li>without a fresh board, those of the pool's own walk that is younger than {@link
 *       #WALK_AGAIN}, updated by this process's commits since, with those whose hold ends by then;
 *   <li>else all, which is that walk. A show of up to {@value #SMALL} seats is always walked
 *       through.
 * </ul>
 *
 * <p>So a refused buyer may have missed seats that another server freed a moment ago: no longer ago
 * than layer 0 may miss. A hold that has expired is never missed, for the database's clock is
 * asked.
 *
 * <p>Used by the committer's thread alone, but for {@link #learn}.
 */
final class FreeSeatPool {

  /** A walk through this many seats costs no more than a few claims do. */
  static final int SMALL = 2_000;

  /**
   * The most seats that one query reads; a set of this many free ones is believed without a query.
   */
  static final int MOST_CANDIDATES = 8_192;

  static final Duration WALK_AGAIN = Duration.ofMillis(500);

  private static final int MAX_SHOWS = 64;
  private static final int MAX_NEWS = 20_000;

  /** Holds that end before the next walk are there too. */
  private static final String WALK =
      """
      SELECT number, state = 'f' OR held_until <= (SELECT stampede_now())
      FROM seat
      WHERE show_id = ?::bigint
        AND (state = 'f'
          OR (state = 'h' AND held_until <= (SELECT stampede_now()) + interval '1 second'))""";

  private static final String READ_CANDIDATES =
      """
      SELECT s.number
      FROM unnest(?::integer[]) AS wanted (number)
      JOIN seat s ON s.show_id = ?::bigint AND s.number = wanted.number
      WHERE s.state = 'f' OR (s.state = 'h' AND s.held_until <= (SELECT stampede_now()))""";

  /** The pool's knowledge of one show. */
  private static final class Look {

    private BitSet free = new BitSet();

    /** True if {@link #free} is good enough to pick from. */
    private boolean believed;

    /** Seats that may become free soon, and free ones that could not be had when picked. */
    private final BitSet doubtful = new BitSet();

    private long walkedNanos;
    private boolean walked;

    boolean isWalkFresh() {
      return walked && System.nanoTime() - walkedNanos < WALK_AGAIN.toNanos();
    }
  }

  private final KnownSeats boards;

  private final Map<ShowId, Look> looks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ShowId, Look> eldest) {
          boolean tooMany = size() > MAX_SHOWS;
          if (tooMany) {
            known.remove(eldest.getKey());
          }
          return tooMany;
        }
      };

  /** The keys of {@link #looks}, for the threads that bring news. */
  private final Set<ShowId> known = ConcurrentHashMap.newKeySet();

  private final BlockingQueue<SeatChange> news = new ArrayBlockingQueue<>(MAX_NEWS);
  private final AtomicBoolean newsLost = new AtomicBoolean();

  /**
   * An empty pool.
   *
   * @param boards says which seats may be free, where it has fresh news
   */
  FreeSeatPool(KnownSeats boards) {
    this.boards = boards;
  }

  /** Takes news from any thread, without waiting; more than fits makes the pool read anew. */
  void learn(SeatChange change) {
    if (known.contains(change.show()) && !news.offer(change)) {
      newsLost.set(true);
    }
  }

  /** Returns the seats that are believed free; null if the pool has to read the show first. */
  @Nullable BitSet freeIn(ShowId show) {
    hearNews();
    Look look = looks.get(show);
    return look == null || !look.believed ? null : look.free;
  }

  /**
   * Reads which seats are free; a locked seat counts as what it was before.
   *
   * @param seats how many the show has
   */
  BitSet read(Connection connection, ShowId show, int seats) throws SQLException {
    hearNews();
    known.add(show);
    Look look = looks.computeIfAbsent(show, _ -> new Look());
    BitSet free = seats > SMALL ? readCandidates(connection, show, look) : null;
    if (free == null) {
      free = walk(connection, show, look);
    }
    look.free = free;
    look.believed = true;
    return free;
  }

  private @Nullable BitSet readCandidates(Connection connection, ShowId show, Look look)
      throws SQLException {
    Optional<KnownSeats.Free> told = boards.free(show);
    if (told.isPresent()) {
      return readCandidates(connection, show, told.get().free(), told.get().ending());
    }
    return look.isWalkFresh() ? readCandidates(connection, show, look.free, look.doubtful) : null;
  }

  /**
   * Returns those of the seats that are free by now; a set so large that it can refuse nobody is
   * believed.
   */
  private static BitSet readCandidates(
      Connection connection, ShowId show, BitSet free, BitSet maybe) throws SQLException {
    if (free.cardinality() >= MOST_CANDIDATES) {
      return free;
    }
    BitSet candidates = (BitSet) free.clone();
    candidates.or(maybe);
    BitSet found = new BitSet();
    if (!candidates.isEmpty()) {
      SqlStep read =
          SqlStep.query(
              READ_CANDIDATES,
              row -> found.set(row.getInt(1)),
              candidates.stream().limit(MOST_CANDIDATES).toArray(),
              show.value());
      Transport.TOGETHER.send(connection, List.of(read));
    }
    return found;
  }

  private static BitSet walk(Connection connection, ShowId show, Look look) throws SQLException {
    BitSet found = new BitSet();
    look.doubtful.clear();
    long began = System.nanoTime();
    SqlStep walk =
        SqlStep.query(
            WALK,
            row -> (row.getBoolean(2) ? found : look.doubtful).set(row.getInt(1)),
            show.value());
    Transport.TOGETHER.send(connection, List.of(walk));
    look.walked = true;
    look.walkedNanos = began;
    return found;
  }

  /** Drops a seat that another buyer has, or is about to have. */
  void drop(ShowId show, int seat) {
    Look look = looks.get(show);
    if (look != null) {
      look.free.clear(seat);
      look.doubtful.set(seat);
    }
  }

  void apply(SeatChange change) {
    Look look = looks.get(change.show());
    if (look != null) {
      look.free.set(change.seat(), change.state() == SeatState.FREE);
    }
  }

  /** Makes the next pick in this show look first. */
  void forget(ShowId show) {
    Look look = looks.get(show);
    if (look != null) {
      look.believed = false;
    }
  }

  void forgetAll() {
    looks.clear();
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
