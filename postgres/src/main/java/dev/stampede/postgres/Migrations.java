package dev.stampede.postgres;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings a database, empty or older, to the schema this version needs. */
final class Migrations {

  private static final String LOCATION = "classpath:dev/stampede/postgres/migrations";

  private Migrations() {}

  /** Several servers may start at once: Flyway holds an advisory lock, the others find it done. */
  static void apply(DataSource dataSource) {
    try {
      Flyway.configure()
          .dataSource(dataSource)
          .locations(LOCATION)
          .failOnMissingLocations(true)
          .cleanDisabled(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new DatabaseException(
          "the schema could not be brought to this version: " + e.getMessage(), e);
    }
  }
}
