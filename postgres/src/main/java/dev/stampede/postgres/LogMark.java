package dev.stampede.postgres;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The highest position of the database's log on disk that this process has seen. A crash loses
 * nothing up to there; only a database that was put back to older files reports less.
 *
 * <p>Compare an answer with the {@linkplain #highest() mark} as it was <em>before</em> the query:
 * of two queries at once the earlier answer may arrive last.
 */
public final class LogMark {

  /** The position, as a number; to stand in a select list. */
  public static final String FLUSHED =
      "(SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint)";

  private final AtomicLong highest = new AtomicLong();

  public long highest() {
    return highest.get();
  }

  public void reached(long position) {
    highest.accumulateAndGet(position, Math::max);
  }

  /** Another history has begun: the positions of the former one mean nothing in it. */
  public void restart(long position) {
    highest.set(position);
  }
}
