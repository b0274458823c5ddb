package dev.stampede.kafka.consumer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables that consumers need, as one script. */
public final class InboxSchema {

  private static final String RESOURCE = "schema.sql";

  private InboxSchema() {}

  /** For those who have migrations of their own. */
  public static String script() {
    try (InputStream script = InboxSchema.class.getResourceAsStream(RESOURCE)) {
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
