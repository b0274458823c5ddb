package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks once, at the start, at what no session can set for itself. */
final class ServerCheck {

  private static final String PID = "SELECT pg_backend_pid()";

  /** A session's {@code synchronous_commit} is set by us; the reset value is what it was before. */
  private static final String DURABILITY =
      """
      SELECT name, reset_val
      FROM pg_settings
      WHERE (name IN ('fsync', 'full_page_writes') AND reset_val <> 'on')
        OR (name = 'synchronous_commit' AND reset_val NOT IN ('on', 'remote_apply'))
      ORDER BY name""";

  private ServerCheck() {}

  /** Throws where a proxy pools by transaction; gives a warning for each setting that is unsafe. */
  static List<String> run(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      refuseSharedSessions(connection, source);
      return warnings(connection);
    }
  }

  /**
   * Two connections that are both open and idle are two sessions, each always the same one. A proxy
   * that pools by transaction serves both from one session, or one connection from two.
   */
  private static void refuseSharedSessions(Connection connection, DataSource source)
      throws SQLException {
    int first = pid(connection);
    int again = pid(connection);
    try (Connection other = source.getConnection()) {
      int others = pid(other);
      if (first != again || again == others) {
        throw SessionSettings.refused(
            "a proxy shares PostgreSQL sessions between connections (processes %d, %d and %d); use session pooling, or connect to PostgreSQL itself"
                .formatted(first, again, others));
      }
    }
  }

  private static int pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(PID)) {
      row.next();
      return row.getInt(1);
    }
  }

  private static List<String> warnings(Connection connection) throws SQLException {
    List<String> warnings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(DURABILITY)) {
      while (rows.next()) {
        String name = rows.getString(1);
        warnings.add(
            name.equals("synchronous_commit")
                ? "synchronous_commit is '%s' by default, which may lose acknowledged sales; this server uses 'on' instead, so set 'on' or 'remote_apply' to say the same"
                    .formatted(rows.getString(2))
                : "%s is '%s': a crash of PostgreSQL's machine may lose or damage acknowledged sales; set it to 'on' unless this database is a test's"
                    .formatted(name, rows.getString(2)));
      }
    }
    return warnings;
  }
}
