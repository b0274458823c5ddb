package dev.stampede.consumer;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The state of keys, one row each.
 *
 * <p>A reader locks no row: it writes what it has handled where the rows are still as it read them,
 * and fails where one is not. So two readers that both believe a partition to be theirs do nothing
 * twice:
 *
 * <ol>
 *   <li>Both read that version 3 of a key was handled, and handle version 4.
 *   <li>The first writes. The second waits for the first's commit, finds version 4 instead of 3,
 *       and its transaction is rolled back with all its effects. That is nobody's poison.
 *   <li>It tries again, reads version 4, and drops its message as a repeat.
 * </ol>
 *
 * <p>An operation on a parked key does lock the key's row, before it looks at what is parked: a
 * reader that puts one more message behind the others writes the row as it was, which a comparison
 * alone would not notice.
 */
final class InboxTable {

  /**
   * A plan kept from when the table was empty would read all of it when it is full. The lock keeps
   * out nobody but those who lock the table to rewrite it: they wait for readers that have read,
   * and readers that have not wait for them.
   */
  private static final String BEGIN =
      """
      SET LOCAL plan_cache_mode = force_custom_plan;
      LOCK TABLE inbox IN ROW EXCLUSIVE MODE""";

  private static final String READ =
      """
      SELECT i.topic, i.key, i.epoch, i.version, i.parked, i.jump
      FROM inbox i
      JOIN unnest(?::text[], ?::text[]) AS wanted (topic, key)
        ON i.topic = wanted.topic AND i.key = wanted.key
      WHERE i.consumer = ?""";

  private static final String LOCK = READ + " FOR UPDATE OF i";

  private static final String UPDATE =
      """
      UPDATE inbox i
      SET epoch = changed.epoch, version = changed.version, parked = changed.parked,
        jump = changed.jump
      FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[],
          ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[])
        AS changed (topic, key, epoch, version, parked, jump,
          was_epoch, was_version, was_parked, was_jump)
      WHERE i.consumer = ? AND i.topic = changed.topic AND i.key = changed.key
        AND i.epoch = changed.was_epoch AND i.version = changed.was_version
        AND i.parked = changed.was_parked AND i.jump = changed.was_jump""";

  /**
   * Fails on a key that is there by now; to pass over it would cost each row a second log record.
   */
  private static final String INSERT =
      """
      INSERT INTO inbox (topic, key, epoch, version, parked, jump, consumer)
      SELECT added.*, ?
      FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[]) AS added""";

  private static final String UNIQUE_VIOLATION = "23505";
  private static final String SERIALIZATION_FAILURE = "40001";

  private final String consumer;

  InboxTable(String consumer) {
    this.consumer = consumer;
  }

  /** Reads what is known of these keys; those never seen are not in the answer. */
  Map<KeyName, KeyState> read(Connection transaction, Collection<KeyName> names)
      throws SQLException {
    return read(transaction, READ, new TreeSet<>(names));
  }

  /** Locks a key that was seen, until the transaction ends. */
  KeyState lock(Connection transaction, KeyName name) throws SQLException {
    return read(transaction, LOCK, List.of(name)).getOrDefault(name, KeyState.NEW);
  }

  private Map<KeyName, KeyState> read(Connection transaction, String sql, Collection<KeyName> names)
      throws SQLException {
    try (Statement statement = transaction.createStatement()) {
      statement.execute(BEGIN);
    }
    Map<KeyName, KeyState> known = new HashMap<>();
    try (PreparedStatement statement = transaction.prepareStatement(sql)) {
      bindNames(statement, 1, names);
      statement.setString(3, consumer);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          known.put(
              new KeyName(row.getString(1), row.getString(2)),
              new KeyState(
                  new KeyVersion(row.getLong(3), row.getLong(4)),
                  row.getBoolean(5),
                  row.getBoolean(6)));
        }
      }
    }
    return known;
  }

  /**
   * Writes what is known now, if nobody has written since it was read.
   *
   * @param before as it was read in this transaction
   * @throws SQLTransactionRollbackException another reader was faster
   */
  void write(Connection transaction, Map<KeyName, KeyState> before, Map<KeyName, KeyState> changed)
      throws SQLException {
    Map<KeyName, KeyState> known = new TreeMap<>(changed);
    known.keySet().retainAll(before.keySet());
    Map<KeyName, KeyState> added = new TreeMap<>(changed);
    added.keySet().removeAll(before.keySet());
    if (!known.isEmpty()) {
      update(transaction, before, known);
    }
    if (!added.isEmpty()) {
      insert(transaction, added);
    }
  }

  private void update(
      Connection transaction, Map<KeyName, KeyState> before, Map<KeyName, KeyState> changed)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(UPDATE)) {
      bindNames(statement, 1, changed.keySet());
      bindStates(statement, 3, changed.values());
      bindStates(statement, 7, changed.keySet().stream().map(before::get).toList());
      statement.setString(11, consumer);
      int updated = statement.executeUpdate();
      if (updated != changed.size()) {
        throw overtaken(
            "of %d keys %d have changed".formatted(changed.size(), changed.size() - updated));
      }
    }
  }

  private void insert(Connection transaction, Map<KeyName, KeyState> added) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(INSERT)) {
      statement.setString(1, consumer);
      bindNames(statement, 2, added.keySet());
      bindStates(statement, 4, added.values());
      statement.executeUpdate();
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      SQLException overtaken = overtaken("a key is no longer new");
      overtaken.initCause(e);
      throw overtaken;
    }
  }

  private SQLTransactionRollbackException overtaken(String how) {
    return new SQLTransactionRollbackException(
        "another reader of consumer %s was faster (%s); the batch is tried again"
            .formatted(consumer, how),
        SERIALIZATION_FAILURE);
  }

  private static void bindNames(PreparedStatement statement, int at, Collection<KeyName> names)
      throws SQLException {
    statement.setArray(at, array(statement, "text", names.stream().map(KeyName::topic)));
    statement.setArray(at + 1, array(statement, "text", names.stream().map(KeyName::key)));
  }

  private static void bindStates(PreparedStatement statement, int at, Collection<KeyState> states)
      throws SQLException {
    statement.setArray(
        at, array(statement, "bigint", states.stream().map(state -> state.last().epoch())));
    statement.setArray(
        at + 1, array(statement, "bigint", states.stream().map(state -> state.last().version())));
    statement.setArray(at + 2, array(statement, "boolean", states.stream().map(KeyState::parked)));
    statement.setArray(at + 3, array(statement, "boolean", states.stream().map(KeyState::jump)));
  }

  private static Array array(PreparedStatement statement, String type, Stream<?> values)
      throws SQLException {
    return statement.getConnection().createArrayOf(type, values.toArray());
  }
}
