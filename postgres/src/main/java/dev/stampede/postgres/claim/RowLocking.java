package dev.stampede.postgres.claim;

import dev.stampede.engine.deadline.RequestDeadline;
import java.time.Duration;

/** The way a statement treats a row that another transaction has locked. */
public enum RowLocking {
  /** Go on without it: one slow row does not stop a group. */
  SKIP("SKIP LOCKED"),

  /** Wait for it, but not long. */
  WAIT("");

  /**
   * Long enough for a neighbour's group to commit, short enough for the claims queued behind. Must
   * stay under PostgreSQL's deadlock_timeout (1 s).
   */
  static final Duration PATIENCE = Duration.ofMillis(250);

  /** Zero would be no limit at all. */
  private static final long LEAST_MILLIS = 1;

  private final String suffix;

  RowLocking(String suffix) {
    this.suffix = suffix;
  }

  /**
   * Sets how long this transaction waits for a row: no longer than its caller does. SET takes no
   * parameters.
   */
  static String limitWait() {
    return "SET LOCAL lock_timeout = "
        + Math.max(LEAST_MILLIS, RequestDeadline.left(PATIENCE).toMillis());
  }

  /** Ends a SELECT that locks. */
  String suffix() {
    return suffix;
  }
}
