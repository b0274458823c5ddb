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

  private InboxSchema() {}

  /** For those who have migrations of their own. */
  public static String script() {
    return resource("schema.sql") + epochs() + room();
  }

  /** What tables lack that were made before events had epochs. */
  public static String epochs() {
    return resource("epochs.sql");
  }

  /** What tables lack that were made before rows of the inbox had room beside them. */
  public static String room() {
    return resource("room.sql");
  }

  private static String resource(String name) {
    try (InputStream script = InboxSchema.class.getResourceAsStream(name)) {
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
