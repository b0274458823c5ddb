package dev.stampede.postgres;

import java.io.Serial;
import java.sql.SQLTransientConnectionException;

/**
 * All connections were taken for as long as whoever asked could wait. The database is there, and
 * nothing has happened.
 */
final class PoolEmptyException extends SQLTransientConnectionException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * What PostgreSQL says itself when there are too many, so that readers know it from an outage.
   */
  private static final String TOO_MANY_CONNECTIONS = "53300";

  PoolEmptyException(String message) {
    super(message, TOO_MANY_CONNECTIONS);
  }
}
