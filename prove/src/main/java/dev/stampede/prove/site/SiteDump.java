package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.testkit.Sql;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Writes the state of a site into the folder of a record, in the text form of COPY. */
final class SiteDump {

  private static final String TABLES =
      """
      SELECT n.nspname, c.relname
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      ORDER BY 1, 2""";

  private static final List<String> TOPICS = List.of("seat-events", "booking-events");
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration READ_WITHIN = Duration.ofMinutes(10);

  private SiteDump() {}

  /** Every table of every schema but PostgreSQL's own, each in a file of its own. */
  static void tables(Sql database, Path folder) throws IOException, SQLException {
    Files.createDirectories(folder);
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      for (Table table : tables(connection)) {
        try (OutputStream file = Files.newOutputStream(folder.resolve(table.file()))) {
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut("COPY (SELECT * FROM %s) TO STDOUT".formatted(table.quoted()), file);
        }
      }
      connection.rollback();
    }
  }

  private record Table(String schema, String name) {
    String file() {
      return (schema.equals("public") ? name : schema + "." + name) + ".tsv";
    }

    String quoted() {
      return "\"%s\".\"%s\"".formatted(schema, name);
    }
  }

  private static List<Table> tables(Connection connection) throws SQLException {
    List<Table> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        tables.add(new Table(rows.getString(1), rows.getString(2)));
      }
    }
    return tables;
  }

  /** The events of both topics from their beginning: topic, partition, offset, key and value. */
  static void events(String kafka, String prefix, Path file) throws IOException {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    try (KafkaConsumer<String, String> consumer =
            new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
        BufferedWriter lines = Files.newBufferedWriter(file, UTF_8)) {
      for (String topic : TOPICS) {
        readTo(consumer, topic, prefix + topic, lines);
      }
    }
  }

  private static void readTo(
      KafkaConsumer<String, String> consumer, String name, String topic, BufferedWriter lines)
      throws IOException {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(each -> new TopicPartition(topic, each.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long until = System.nanoTime() + READ_WITHIN.toNanos();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (System.nanoTime() - until > 0) {
        throw new IOException("%s was not read to its end within %s".formatted(topic, READ_WITHIN));
      }
      for (ConsumerRecord<String, String> read : consumer.poll(POLL)) {
        lines.write(name + '\t' + read.partition() + '\t' + read.offset() + '\t');
        lines.write(escaped(read.key()) + '\t' + escaped(read.value()) + '\n');
      }
    }
  }

  private static String escaped(@Nullable String text) {
    return text == null
        ? "\\N"
        : text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }
}
