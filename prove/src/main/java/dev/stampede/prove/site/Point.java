package dev.stampede.prove.site;

import java.util.Locale;

/** A moment inside an operation that a link of a server can tell from the bytes it carries. */
public enum Point {
  /** PostgreSQL has locked the rows of a group of claims; the server has not heard so. */
  AFTER_ROW_LOCKS,
  /** PostgreSQL has committed a group of claims; the server has not heard so. */
  AFTER_COMMIT_BEFORE_ANSWER,
  /** Redis has let claims through its gate; the server has not heard so. */
  AFTER_REDIS_GATE,
  /** Tickets are leased to the matchmaker of a server, which has not heard so. */
  BETWEEN_TAKE_AND_ASSIGN;

  /** In small letters, as labels of faults have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
