package dev.stampede.consumer;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells failures caused by an event from failures caused by the database. */
final class Failures {

  private static final int MAX_CAUSES = 20;
  private static final int MAX_TEXT = 1_000;

  /** Connection, resources, conflicts between transactions. */
  private static final Set<String> PASSING_CLASSES = Set.of("08", "53", "40");

  /**
   * The server is stopping or starting, a lock was not to be had, a primary has become a standby. A
   * statement that took too long (57014, 25P04) is not among them: an event can be the cause of it.
   */
  private static final Set<String> PASSING =
      Set.of("57P01", "57P02", "57P03", "57P05", "55P03", "25006");

  private Failures() {}

  /** True if the same work would succeed on a healthy database. */
  static boolean isPassing(Throwable failure) {
    Throwable cause = failure;
    for (int n = 0; cause != null && n < MAX_CAUSES; n++) {
      if (cause instanceof SQLException told && isPassing(told)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isPassing(SQLException failure) {
    if (failure instanceof SQLTransientConnectionException
        || failure instanceof SQLRecoverableException) {
      return true;
    }
    @Nullable String state = failure.getSQLState();
    return state != null
        && state.length() == 5
        && (PASSING.contains(state) || PASSING_CLASSES.contains(state.substring(0, 2)));
  }

  /**
   * Returns the failure as text for people and for a column: without zero characters, not too long.
   */
  static String text(Throwable failure) {
    String text =
        failure.getMessage() == null
            ? failure.getClass().getSimpleName()
            : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    String clean = text.replace('\0', ' ');
    return clean.codePointCount(0, clean.length()) <= MAX_TEXT
        ? clean
        : clean.substring(0, clean.offsetByCodePoints(0, MAX_TEXT)) + "…";
  }
}
