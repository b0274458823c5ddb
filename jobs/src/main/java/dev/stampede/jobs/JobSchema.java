package dev.stampede.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables that the queue needs, as one script. */
public final class JobSchema {

  private JobSchema() {}

  /** Returns the SQL of the tables, for applications with migrations of their own. */
  public static String script() {
    return resource("schema.sql") + leases();
  }

  /** Returns the SQL that adds the length of leases to tables made without it. */
  public static String leases() {
    return resource("leases.sql");
  }

  private static String resource(String name) {
    try (InputStream script = JobSchema.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalStateException(name + " is missing from the library's jar");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }

  /** Creates the tables in a database that does not have them. */
  public static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(script());
    }
  }
}
