package dev.stampede.server.http;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells a database that is away from something that is broken. The first is a state a client can
 * wait out; the second is ours to mend.
 */
public final class DatabaseAway {

  private static final Duration LATER = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final int MAX_CAUSES = 20;

  private DatabaseAway() {}

  /** True if the exception was thrown because the database is unavailable. */
  public static boolean isCauseOf(RuntimeException thrown) {
    return problem(thrown, false).isPresent();
  }

  /**
   * The problem, if that was it.
   *
   * @param changes whether the request would have changed something: if the connection was lost on
   *     the way, nobody here knows whether it did
   */
  static Optional<Problem> problem(Throwable thrown, boolean changes) {
    Throwable cause = thrown;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof SQLTransientConnectionException none) {
        return Optional.of(
            TOO_MANY_CONNECTIONS.equals(none.getSQLState()) ? overloaded() : nothingHappened());
      }
      if (cause instanceof SQLException sql && isAway(sql.getSQLState())) {
        return Optional.of(changes ? unknown() : nothingHappened());
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /**
   * Connection exceptions, operator intervention, insufficient resources; a transaction that took
   * too long, which ends its session; a primary that has become a standby.
   */
  private static boolean isAway(@Nullable String state) {
    return state != null
        && (state.startsWith("08")
            || state.startsWith("57")
            || state.startsWith("53")
            || state.equals("25P04")
            || state.equals("25006"));
  }

  private static Problem overloaded() {
    return Problem.of(
            ProblemType.OVERLOADED,
            "too many requests at once; nothing was changed, try again after Retry-After")
        .retryAfter(SOON);
  }

  private static Problem nothingHappened() {
    return Problem.of(
            ProblemType.READ_ONLY,
            "the database is unavailable; nothing was changed, try again after Retry-After")
        .retryAfter(LATER);
  }

  private static Problem unknown() {
    return Problem.of(
            ProblemType.OUTCOME_UNKNOWN,
            "the database failed during the request; check whether it took effect, then retry")
        .retryAfter(LATER);
  }
}
