package dev.stampede.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Moves the time of one test database. All that the product decides by time, it decides by the SQL
 * function {@code stampede_now()}; this replaces it in that database, for every connection.
 */
public final class DatabaseClock {

  private final Sql database;
  private Duration ahead = Duration.ZERO;

  private DatabaseClock(Sql database) {
    this.database = database;
  }

  public static DatabaseClock of(String databaseUrl) {
    return new DatabaseClock(new Sql(databaseUrl));
  }

  /** Adds to what it is already ahead of real time; time goes on from there. */
  public synchronized void advance(Duration by) {
    set(ahead.plus(by));
  }

  /** Real time again. */
  public synchronized void reset() {
    set(Duration.ZERO);
  }

  private void set(Duration offset) {
    database.run(
        """
        CREATE OR REPLACE FUNCTION stampede_now() RETURNS timestamptz
        LANGUAGE sql VOLATILE
        AS $$ SELECT clock_timestamp() + interval '%d microseconds' $$
        """
            .formatted(TimeUnit.MICROSECONDS.convert(offset)));
    ahead = offset;
  }
}
