package dev.stampede.consumer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Messages put aside, in the order in which they came. An operation on them has locked their key; a
 * reader that adds one writes the key's row in the same transaction, as {@link InboxTable} does it.
 */
final class ParkedMessages {

  private static final String COUNT =
      "SELECT count(*) FROM (SELECT 1 FROM parked_message WHERE consumer = ? LIMIT ?) AS counted";

  /** A message that Kafka delivers again is in it already. */
  private static final String ADD =
      """
      INSERT INTO parked_message
        (consumer, topic, key, partition, position, sent_at, epoch, version, reason, failure, value)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING""";

  private static final String COLUMNS =
      "SELECT id, topic, key, partition, position, sent_at, value FROM parked_message ";

  private static final String FIRST =
      COLUMNS + "WHERE consumer = ? AND topic = ? AND key = ? ORDER BY id LIMIT 1";

  /** The one whose turn it is; if it is not there, the oldest. */
  private static final String NEXT =
      COLUMNS
          + """
          WHERE consumer = ? AND topic = ? AND key = ?
          ORDER BY ((epoch, version) IS NOT DISTINCT FROM (?::bigint, ?::bigint)) DESC, id
          LIMIT 1""";

  private static final String REMOVE_REPEATS =
      """
      DELETE FROM parked_message
      WHERE consumer = ? AND topic = ? AND key = ? AND (epoch, version) <= (?, ?)""";

  private static final String REMOVE = "DELETE FROM parked_message WHERE id = ?";

  private static final String REMOVE_KEY =
      """
      WITH gone AS (
        DELETE FROM parked_message WHERE consumer = ? AND topic = ? AND key = ?
        RETURNING epoch, version)
      SELECT count(*), count(*) FILTER (WHERE version IS NULL),
        coalesce((max(ARRAY[epoch, version]) FILTER (WHERE version IS NOT NULL))[1], 1),
        coalesce((max(ARRAY[epoch, version]) FILTER (WHERE version IS NOT NULL))[2], 0)
      FROM gone""";

  private static final String EXPLAIN =
      "UPDATE parked_message SET reason = ?, failure = ? WHERE id = ?";

  private final String consumer;
  private final int limit;

  ParkedMessages(String consumer, int limit) {
    this.consumer = consumer;
    this.limit = limit;
  }

  /** One of those put aside. */
  record Kept(long id, Message message) {}

  /** The messages of a key that were removed from the park. */
  record Forgotten(int messages, int withoutVersion, KeyVersion newest) {}

  <E> void add(Connection transaction, List<SortedMessages.Parking<E>> parkings)
      throws SQLException, ParkFullException {
    if (parkings.isEmpty()) {
      return;
    }
    if (count(transaction) + parkings.size() > limit) {
      throw new ParkFullException(limit);
    }
    try (PreparedStatement statement = transaction.prepareStatement(ADD)) {
      for (SortedMessages.Parking<E> parking : parkings) {
        bind(statement, parking);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private long count(Connection transaction) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(COUNT)) {
      statement.setString(1, consumer);
      statement.setInt(2, limit);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private <E> void bind(PreparedStatement statement, SortedMessages.Parking<E> parking)
      throws SQLException {
    Message message = parking.incoming().message();
    bindKey(statement, message.name());
    statement.setInt(4, message.place().partition());
    statement.setLong(5, message.place().offset());
    statement.setObject(6, message.sentAt().atOffset(ZoneOffset.UTC));
    if (parking.incoming().reading() instanceof Incoming.Reading.Good<E> good) {
      bindTurn(statement, 7, good.turn());
    } else {
      statement.setNull(7, Types.BIGINT);
      statement.setNull(8, Types.BIGINT);
    }
    statement.setString(9, parking.reason().label());
    statement.setString(10, parking.failure());
    statement.setBytes(11, message.value());
  }

  private void bindKey(PreparedStatement statement, KeyName name) throws SQLException {
    statement.setString(1, consumer);
    statement.setString(2, name.topic());
    statement.setString(3, name.key());
  }

  private static void bindTurn(PreparedStatement statement, int at, KeyVersion turn)
      throws SQLException {
    statement.setLong(at, turn.epoch());
    statement.setLong(at + 1, turn.version());
  }

  Optional<Kept> first(Connection transaction, KeyName name) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(FIRST)) {
      bindKey(statement, name);
      return one(statement);
    }
  }

  Optional<Kept> next(Connection transaction, KeyName name, KeyVersion turn) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(NEXT)) {
      bindKey(statement, name);
      bindTurn(statement, 4, turn);
      return one(statement);
    }
  }

  private static Optional<Kept> one(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      Instant sentAt = row.getObject(6, OffsetDateTime.class).toInstant();
      Message.Place place = new Message.Place(row.getString(2), row.getInt(4), row.getLong(5));
      return Optional.of(
          new Kept(row.getLong(1), new Message(place, row.getString(3), row.getBytes(7), sentAt)));
    }
  }

  /** Removes what was handled before it was put aside. */
  int removeRepeats(Connection transaction, KeyName name, KeyVersion last) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(REMOVE_REPEATS)) {
      bindKey(statement, name);
      bindTurn(statement, 4, last);
      return statement.executeUpdate();
    }
  }

  void remove(Connection transaction, long id) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(REMOVE)) {
      statement.setLong(1, id);
      statement.executeUpdate();
    }
  }

  Forgotten removeKey(Connection transaction, KeyName name) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(REMOVE_KEY)) {
      bindKey(statement, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Forgotten(
            row.getInt(1), row.getInt(2), new KeyVersion(row.getLong(3), row.getLong(4)));
      }
    }
  }

  /** Writes down why it is there still. */
  void explain(Connection transaction, long id, ParkReason reason, String failure)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(EXPLAIN)) {
      statement.setString(1, reason.label());
      statement.setString(2, failure);
      statement.setLong(3, id);
      statement.executeUpdate();
    }
  }
}
