package dev.stampede.bench.overload;

import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The load under which most is sold while nobody compares what is written down: the job that does
 * is put off for as long as this is measured, and is due at once afterwards.
 */
record WithoutPatrol(ClaimLoad load, String databaseUrl) implements Case {

  static final String NAME = "at its best, without the patrol";

  private static final Duration LONGER_THAN_A_ROUND = Duration.ofMinutes(5);

  /** A run that is under way comes to its end. */
  private static final String PUT_OFF =
      """
      UPDATE job SET due_at = job_now() + ? * interval '1 second'
      WHERE kind = 'verify-slice' AND worker IS NULL""";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    dueIn(LONGER_THAN_A_ROUND);
    try {
      return load.measure(duration);
    } finally {
      dueIn(Duration.ZERO);
    }
  }

  private void dueIn(Duration pause) throws SQLException {
    try (Connection connection = BenchServices.connect(databaseUrl);
        PreparedStatement statement = connection.prepareStatement(PUT_OFF)) {
      statement.setLong(1, pause.toSeconds());
      statement.executeUpdate();
    }
  }
}
