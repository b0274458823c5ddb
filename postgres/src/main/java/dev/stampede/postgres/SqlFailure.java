package dev.stampede.postgres;

import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The meaning of a failed statement for its transaction. */
public enum SqlFailure {
  /** Another transaction kept a row locked until the lock timeout. */
  ROW_LOCKED,
  /** Another transaction came in between; a retry will see what it did. */
  CONFLICT,
  /** The connection, or what the server knew about it, is gone. */
  CONNECTION,
  /** The data, or a bug. */
  OTHER;

  /** lock_not_available */
  private static final String LOCK_TIMEOUT = "55P03";

  /** serialization_failure, deadlock_detected */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  private static final String UNIQUE_VIOLATION = "23505";

  /** Keys of rows that are read without a lock, since they may not exist yet. */
  private static final Set<String> FIRST_COME =
      Set.of("operation_pkey", "outside_payment_pkey", "request_outcome_pkey");

  /**
   * transaction_timeout, which ends the session; a primary that has become a standby; a prepared
   * statement that no longer fits its tables, or is unknown.
   */
  private static final Set<String> SESSION_LOST = Set.of("25P04", "25006", "0A000", "26000");

  /** Connection exceptions, operator intervention, insufficient resources. */
  private static final Set<String> SESSION_LOST_CLASSES = Set.of("08", "57", "53");

  public static SqlFailure of(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null || state.length() != 5) {
      return OTHER;
    }
    if (state.equals(LOCK_TIMEOUT)) {
      return ROW_LOCKED;
    }
    if (CONFLICTS.contains(state)
        || (state.equals(UNIQUE_VIOLATION) && FIRST_COME.contains(constraint(failure)))) {
      return CONFLICT;
    }
    if (SESSION_LOST.contains(state) || SESSION_LOST_CLASSES.contains(state.substring(0, 2))) {
      return CONNECTION;
    }
    return OTHER;
  }

  private static String constraint(SQLException failure) {
    if (failure instanceof PSQLException answered) {
      ServerErrorMessage message = answered.getServerErrorMessage();
      if (message != null && message.getConstraint() != null) {
        return message.getConstraint();
      }
    }
    return "";
  }
}
