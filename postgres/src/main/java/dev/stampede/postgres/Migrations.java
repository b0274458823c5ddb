package dev.stampede.postgres;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings a database, empty or older, to the schema this version needs. */
final class Migrations {

  private static final String LOCATION = "classpath:dev/stampede/postgres/migrations";

  private Migrations() {}

  /** Throws unless the database has the very schema that this version needs. */
  static void require(DataSource dataSource) {
    int missing;
    try {
      missing = flyway(dataSource).info().pending().length;
    } catch (FlywayException e) {
      throw new DatabaseException("the schema could not be looked at: " + e.getMessage(), e);
    }
    if (missing > 0) {
      throw new DatabaseException(
          "the database lacks %d steps to the schema of this version; start a server of this version on it first, or use the version that it was last used with"
              .formatted(missing));
    }
  }

  /** Several servers may start at once: Flyway holds an advisory lock, the others find it done. */
  static void apply(DataSource dataSource) {
    try {
      flyway(dataSource).migrate();
    } catch (FlywayException e) {
      throw new DatabaseException(
          "the schema could not be brought to this version: " + e.getMessage(), e);
    }
  }

  private static Flyway flyway(DataSource dataSource) {
    return Flyway.configure()
        .dataSource(dataSource)
        .locations(LOCATION)
        .failOnMissingLocations(true)
        .cleanDisabled(true)
        .load();
  }
}
