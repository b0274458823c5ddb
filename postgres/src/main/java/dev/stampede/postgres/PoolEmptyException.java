package dev.stampede.postgres;

import java.io.Serial;
import java.sql.SQLTransientConnectionException;

/**
 * All connections were taken for as long as the caller could wait. The database is there, and
 * nothing has happened.
 */
public final class PoolEmptyException extends SQLTransientConnectionException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * The SQLSTATE of PostgreSQL for too many connections, so that readers can tell it from an
   * outage.
   */
  private static final String TOO_MANY_CONNECTIONS = "53300";

  PoolEmptyException(String message) {
    super(message, TOO_MANY_CONNECTIONS);
  }
}
