package dev.stampede.locks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Fences from a sequence of PostgreSQL, made with {@code CREATE SEQUENCE name} (and without {@code
 * CACHE}: a session that keeps numbers back hands them out late).
 *
 * <p>A number drawn after another is higher, in whatever sessions the two are drawn. Some are never
 * used; that does no harm.
 */
public final class SequenceFences implements FenceSource {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_.]{0,126}");
  private static final int ANSWER_SECONDS = 5;

  private static final String DRAW = "SELECT nextval(?::regclass)";

  private final DataSource database;
  private final String sequence;

  public SequenceFences(DataSource database, String sequence) {
    if (!NAME.matcher(sequence).matches()) {
      throw new IllegalArgumentException(
          "sequence is '%s'; give a plain lower-case name, as in lock_fence".formatted(sequence));
    }
    this.database = database;
    this.sequence = sequence;
  }

  /** In a transaction of its own: a number must not wait for anybody's commit. */
  @Override
  public long draw() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(DRAW)) {
      connection.setAutoCommit(true);
      statement.setQueryTimeout(ANSWER_SECONDS);
      statement.setString(1, sequence);
      try (ResultSet drawn = statement.executeQuery()) {
        drawn.next();
        return drawn.getLong(1);
      }
    }
  }
}
