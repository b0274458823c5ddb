package dev.stampede.kafka.consumer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down for all to see how far a consumer is; by the database's clock. */
final class ProgressNotes {

  private static final Logger log = LoggerFactory.getLogger(ProgressNotes.class);

  private static final String WRITE =
      """
      INSERT INTO inbox_progress AS p (consumer, topic, partition, as_of)
      VALUES (?, ?, ?, clock_timestamp() - ? * interval '1 millisecond')
      ON CONFLICT (consumer, topic, partition)
      DO UPDATE SET as_of = greatest(p.as_of, EXCLUDED.as_of)""";

  private final DataSource source;
  private final String consumer;

  ProgressNotes(DataSource source, String consumer) {
    this.source = source;
    this.consumer = consumer;
  }

  /** What cannot be written now is written the next time. */
  void write(Map<TopicPartition, Duration> ages) {
    if (ages.isEmpty()) {
      return;
    }
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE)) {
      for (Map.Entry<TopicPartition, Duration> age : ages.entrySet()) {
        statement.setString(1, consumer);
        statement.setString(2, age.getKey().topic());
        statement.setInt(3, age.getKey().partition());
        statement.setLong(4, age.getValue().toMillis());
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      log.debug("how far consumer {} is could not be written down", consumer, e);
    }
  }
}
