package dev.stampede.consumer;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a consumer's progress to the database, by the database's clock. */
final class ProgressNotes {

  private static final Logger log = LoggerFactory.getLogger(ProgressNotes.class);

  private static final String WRITE =
      """
      INSERT INTO inbox_progress AS p (consumer, topic, partition, as_of)
      SELECT ?, topic, partition, clock_timestamp() - age * interval '1 millisecond'
      FROM unnest(?::text[], ?::int[], ?::bigint[]) AS n (topic, partition, age)
      ON CONFLICT (consumer, topic, partition)
      DO UPDATE SET as_of = greatest(p.as_of, EXCLUDED.as_of)""";

  private final DataSource source;
  private final String consumer;

  ProgressNotes(DataSource source, String consumer) {
    this.source = source;
    this.consumer = consumer;
  }

  /** Writes the ages; those that cannot be written now are written the next time. */
  void write(Map<TopicPartition, Duration> ages) {
    if (ages.isEmpty()) {
      return;
    }
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE)) {
      List<Map.Entry<TopicPartition, Duration>> notes = List.copyOf(ages.entrySet());
      statement.setString(1, consumer);
      statement.setArray(2, array(connection, "text", notes, each -> each.getKey().topic()));
      statement.setArray(3, array(connection, "int", notes, each -> each.getKey().partition()));
      statement.setArray(4, array(connection, "bigint", notes, each -> each.getValue().toMillis()));
      var unused = statement.executeUpdate();
    } catch (SQLException e) {
      log.debug("consumer {} could not write its progress; the next try includes it", consumer, e);
    }
  }

  private static Array array(
      Connection connection,
      String type,
      List<Map.Entry<TopicPartition, Duration>> notes,
      Function<Map.Entry<TopicPartition, Duration>, Object> column)
      throws SQLException {
    return connection.createArrayOf(type, notes.stream().map(column).toArray());
  }
}
