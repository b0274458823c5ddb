package dev.stampede.postgres;

import java.time.Duration;

/** What to do about a row that somebody else has locked. */
enum RowLocking {
  /** Go on without it: one slow row does not stop a group. */
  SKIP("SKIP LOCKED"),

  /** Wait for it, but not long. */
  WAIT("");

  /**
   * Long enough for a neighbour's group to commit, short enough for the claims queued behind. Must
   * stay under PostgreSQL's deadlock_timeout (1 s).
   */
  static final Duration PATIENCE = Duration.ofMillis(250);

  /** SET takes no parameters. */
  static final String LIMIT_WAIT = "SET LOCAL lock_timeout = " + PATIENCE.toMillis();

  private final String suffix;

  RowLocking(String suffix) {
    this.suffix = suffix;
  }

  /** Ends a SELECT that locks. */
  String suffix() {
    return suffix;
  }
}
