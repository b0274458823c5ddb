package dev.stampede.kafka.consumer;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What is remembered of keys, a row each. Who handles events of a key, or what was put aside of it,
 * locks its row first: two readers that both believe a partition to be theirs take turns, and the
 * second finds what the first has done.
 */
final class Inbox {

  /** A plan kept from when the table was empty would read all of it when it is full. */
  private static final String PLAN_EACH_TIME = "SET LOCAL plan_cache_mode = force_custom_plan";

  private static final String LOCK =
      """
      SELECT i.topic, i.key, i.epoch, i.version, i.parked, i.jump
      FROM inbox i
      JOIN unnest(?::text[], ?::text[]) AS wanted (topic, key)
        ON i.topic = wanted.topic AND i.key = wanted.key
      WHERE i.consumer = ?
      ORDER BY i.topic, i.key
      FOR UPDATE OF i""";

  private static final String CREATE =
      """
      INSERT INTO inbox (consumer, topic, key)
      SELECT ?, topic, key FROM unnest(?::text[], ?::text[]) AS wanted (topic, key)
      ORDER BY topic, key
      ON CONFLICT DO NOTHING""";

  private static final String WRITE =
      """
      UPDATE inbox i
      SET epoch = changed.epoch, version = changed.version, parked = changed.parked,
        jump = changed.jump
      FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::boolean[], ?::boolean[])
        AS changed (topic, key, epoch, version, parked, jump)
      WHERE i.consumer = ? AND i.topic = changed.topic AND i.key = changed.key""";

  private final String consumer;

  Inbox(String consumer) {
    this.consumer = consumer;
  }

  /** Locks what is known of these keys; those never seen are then known, with nothing handled. */
  Map<KeyName, KeyState> lock(Connection transaction, Collection<KeyName> names)
      throws SQLException {
    try (Statement statement = transaction.createStatement()) {
      statement.execute(PLAN_EACH_TIME);
    }
    TreeSet<KeyName> wanted = new TreeSet<>(names);
    Map<KeyName, KeyState> known = read(transaction, wanted);
    if (known.size() < wanted.size()) {
      TreeSet<KeyName> missing = new TreeSet<>(wanted);
      missing.removeAll(known.keySet());
      create(transaction, missing);
      known.putAll(read(transaction, missing));
    }
    return known;
  }

  KeyState lock(Connection transaction, KeyName name) throws SQLException {
    return lock(transaction, List.of(name)).getOrDefault(name, KeyState.NEW);
  }

  private Map<KeyName, KeyState> read(Connection transaction, Collection<KeyName> names)
      throws SQLException {
    Map<KeyName, KeyState> known = new HashMap<>();
    try (PreparedStatement statement = transaction.prepareStatement(LOCK)) {
      bind(statement, 1, names);
      statement.setString(3, consumer);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          known.put(
              new KeyName(row.getString(1), row.getString(2)),
              new KeyState(
                  new Turn(row.getLong(3), row.getLong(4)), row.getBoolean(5), row.getBoolean(6)));
        }
      }
    }
    return known;
  }

  private void create(Connection transaction, Collection<KeyName> names) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(CREATE)) {
      statement.setString(1, consumer);
      bind(statement, 2, names);
      statement.executeUpdate();
    }
  }

  void write(Connection transaction, Map<KeyName, KeyState> changed) throws SQLException {
    if (changed.isEmpty()) {
      return;
    }
    List<Map.Entry<KeyName, KeyState>> rows = List.copyOf(changed.entrySet());
    try (PreparedStatement statement = transaction.prepareStatement(WRITE)) {
      bind(statement, 1, rows.stream().map(Map.Entry::getKey).toList());
      statement.setArray(
          3, array(statement, "bigint", rows.stream().map(row -> row.getValue().last().epoch())));
      statement.setArray(
          4, array(statement, "bigint", rows.stream().map(row -> row.getValue().last().version())));
      statement.setArray(
          5, array(statement, "boolean", rows.stream().map(row -> row.getValue().parked())));
      statement.setArray(
          6, array(statement, "boolean", rows.stream().map(row -> row.getValue().jump())));
      statement.setString(7, consumer);
      statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, int at, Collection<KeyName> names)
      throws SQLException {
    statement.setArray(at, array(statement, "text", names.stream().map(KeyName::topic)));
    statement.setArray(at + 1, array(statement, "text", names.stream().map(KeyName::key)));
  }

  private static Array array(PreparedStatement statement, String type, Stream<?> values)
      throws SQLException {
    return statement.getConnection().createArrayOf(type, values.toArray());
  }
}
