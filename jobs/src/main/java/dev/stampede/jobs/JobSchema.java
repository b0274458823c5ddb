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

  private static final String RESOURCE = "schema.sql";

  private JobSchema() {}

  /** Returns the SQL of the tables, for applications with migrations of their own. */
  public static String script() {
    try (InputStream script = JobSchema.class.getResourceAsStream(RESOURCE)) {
      if (script == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the library's jar");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  /** Creates the tables in a database that does not have them. */
  public static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(script());
    }
  }
}
