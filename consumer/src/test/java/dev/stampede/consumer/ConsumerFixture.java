package dev.stampede.consumer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A topic, a database with the library's tables, and a consumer that notes what it hears in a table
 * without any constraint, so that nothing would hide a second time.
 */
final class ConsumerFixture implements AutoCloseable {

  static final String NAME = "heard";

  /** Messages are {@code version:what}, or {@code epoch/version:what}. */
  static final EventFormat<Heard> FORMAT =
      message -> {
        String text = message.text();
        int colon = text.indexOf(':');
        int slash = text.lastIndexOf('/', colon);
        return new VersionedEvent<>(
            slash < 0 ? VersionedEvent.FIRST_EPOCH : Long.parseLong(text.substring(0, slash)),
            Long.parseLong(text.substring(slash + 1, colon)),
            new Heard(message.key(), text, text.substring(colon + 1)));
      };

  static final Attempts FEW = new Attempts(3, Duration.ofMillis(5), Duration.ofMillis(50));

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  final TestDatabase data = TestServices.shared().freshDatabase();
  final String topic;
  final HikariDataSource pool = pool(jdbcUrl(data.url()));
  private final KafkaProducer<String, byte[]> producer;

  /** A message as the fixture parses it. */
  record Heard(String key, String text, String what) {}

  ConsumerFixture(int partitions) {
    topic = TestServices.shared().freshTopicPrefix() + "events";
    Map<String, Object> brokers =
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    try (Admin admin = Admin.create(brokers);
        Connection connection = pool.getConnection()) {
      admin
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
      InboxSchema.create(connection);
    } catch (Exception e) {
      throw new IllegalStateException("the fixture could not be set up", e);
    }
    run("CREATE TABLE heard (id bigint GENERATED ALWAYS AS IDENTITY, key text, text text)");
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                ProducerConfig.LINGER_MS_CONFIG,
                5),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  static String bootstrapServers() {
    return TestServices.shared().kafkaBootstrapServers();
  }

  static String jdbcUrl(String url) {
    return new Sql(url).jdbcUrl();
  }

  static String jdbcUrl(String url, int port) {
    return new Sql(url).jdbcUrl(port);
  }

  static HikariDataSource pool(String jdbcUrl) {
    return pool(jdbcUrl, Duration.ofSeconds(30));
  }

  /** One that says after this that there is no connection. */
  static HikariDataSource pool(String jdbcUrl, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(6);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(patience.toMillis());
    return new HikariDataSource(config);
  }

  ReaderSettings settings() {
    return settings(topic);
  }

  static ReaderSettings settings(String topic) {
    return ReaderSettings.of(bootstrapServers(), topic + ".readers").with(FEW);
  }

  static Subscription<Heard> subscription(String topic, EventHandler<Heard> handler) {
    return new Subscription<>(NAME, List.of(topic), FORMAT, handler);
  }

  EventReader reader(EventHandler<Heard> handler) {
    return reader(handler, settings(), new ReaderListener() {});
  }

  EventReader reader(
      EventHandler<Heard> handler, ReaderSettings settings, ReaderListener listener) {
    return EventReader.start(subscription(topic, handler), settings, pool, listener);
  }

  /** Notes what it hears. */
  static void note(Heard event, Connection transaction) throws SQLException {
    try (PreparedStatement statement =
        transaction.prepareStatement("INSERT INTO heard (key, text) VALUES (?, ?)")) {
      statement.setString(1, event.key());
      statement.setString(2, event.text());
      statement.executeUpdate();
    }
  }

  void send(String key, String... values) {
    for (String value : values) {
      var _ = producer.send(record(key, value));
    }
    producer.flush();
  }

  private ProducerRecord<String, byte[]> record(String key, String value) {
    return new ProducerRecord<>(topic, key, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Versions first to last of each key, with a repeat now and then as after a crash; returns the
   * number of messages.
   */
  int sendMany(int keys, int first, int last) {
    int sent = 0;
    for (int version = first; version <= last; version++) {
      for (int key = 0; key < keys; key++) {
        int times = (version + key) % 7 == 0 ? 2 : 1;
        for (int time = 0; time < times; time++) {
          var _ = producer.send(record("key-" + key, version + ":x"));
        }
        sent += times;
      }
    }
    producer.flush();
    return sent;
  }

  /** Returns the number of messages of which the readers have told Kafka that they are handled. */
  long told() throws Exception {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
      Map<TopicPartition, OffsetAndMetadata> told =
          admin
              .listConsumerGroupOffsets(settings().group())
              .partitionsToOffsetAndMetadata()
              .get(30, TimeUnit.SECONDS);
      return told.values().stream().mapToLong(OffsetAndMetadata::offset).sum();
    }
  }

  List<String> heard(String key) {
    return texts("SELECT text FROM heard WHERE key = '%s' ORDER BY id".formatted(key));
  }

  void run(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  long count(String sql) {
    return Long.parseLong(texts(sql).getFirst());
  }

  List<String> texts(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  static void until(String what, Callable<Boolean> condition) {
    Eventually.within(PATIENCE).until(what, condition);
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    pool.close();
    data.close();
  }
}
