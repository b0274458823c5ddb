package dev.stampede.postgres.sale;

import dev.stampede.postgres.Database;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;

/** Forgets how a sale went over time, a day later; what it came to is kept. */
public final class StatisticsPruner {

  private static final Duration KEPT = Duration.ofDays(1);

  private static final String DELETE =
      """
      DELETE FROM sale_statistic
      WHERE at < (SELECT stampede_now()) - :kept * interval '1 second'""";

  private final Jdbi jdbi;

  public StatisticsPruner(Database database) {
    this.jdbi = database.jdbi();
  }

  /** Deletes what is too old and returns how many rows that were. */
  public int tick() {
    return jdbi.withHandle(
        handle -> handle.createUpdate(DELETE).bind("kept", KEPT.toSeconds()).execute());
  }
}
