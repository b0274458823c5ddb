package dev.stampede.postgres;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How far this process has seen the database's log reach on disk. A crash loses nothing of that;
 * only a database that was put back to older files says less.
 *
 * <p>Compare an answer with the {@linkplain #highest() mark} as it was <em>before</em> the
 * question: of two questions at once the earlier answer may arrive last.
 */
final class LogMark {

  /** The position, as a number; to stand in a select list. */
  static final String FLUSHED = "(SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint)";

  private final AtomicLong highest = new AtomicLong();

  long highest() {
    return highest.get();
  }

  void reached(long position) {
    highest.accumulateAndGet(position, Math::max);
  }

  /** Another history has begun: the positions of the former one mean nothing in it. */
  void restart(long position) {
    highest.set(position);
  }
}
