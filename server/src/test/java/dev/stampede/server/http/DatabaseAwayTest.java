package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DatabaseAwayTest {

  @Test
  void aReadThatFoundNobodyCanBeTriedAgain() {
    for (String state : List.of("08006", "57P01", "53300", "25P04")) {
      Problem away = problem(state, false);
      assertThat(away.type()).as(state).isEqualTo(ProblemType.READ_ONLY);
      assertThat(away.headers()).containsKey("Retry-After");
    }
  }

  @Test
  void aChangeThatLostItsConnectionMayHaveBeenMade() {
    assertThat(problem("08006", true).type()).isEqualTo(ProblemType.OUTCOME_UNKNOWN);
  }

  @Test
  void aChangeThatNeverGotAConnectionWasNotMade() {
    Exception failure = new IllegalStateException(new SQLTransientConnectionException("pool"));
    assertThat(DatabaseAway.problem(failure, true))
        .hasValueSatisfying(away -> assertThat(away.type()).isEqualTo(ProblemType.READ_ONLY));
  }

  @Test
  void tooManyConnectionsAreOverloadAndNotALostDatabase() {
    Exception failure =
        new IllegalStateException(new SQLTransientConnectionException("full", "53300"));
    assertThat(DatabaseAway.problem(failure, true))
        .hasValueSatisfying(full -> assertThat(full.type()).isEqualTo(ProblemType.OVERLOADED));
  }

  @Test
  void aBrokenStatementIsNotADatabaseThatIsAway() {
    assertThat(DatabaseAway.problem(new SQLException("syntax", "42601"), false)).isEmpty();
    assertThat(DatabaseAway.problem(new SQLException("no state"), false)).isEmpty();
    assertThat(DatabaseAway.problem(new IllegalStateException("ours"), true)).isEmpty();
  }

  private static Problem problem(String state, boolean changes) {
    Exception failure = new IllegalStateException(new SQLException("secret", state));
    return DatabaseAway.problem(failure, changes).orElseThrow();
  }
}
