package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The least that tests need to speak with the three services. */
record Clients(String database, String redis, String kafka) {

  private static final long PATIENCE_SECONDS = 60;
  private static final String TOPIC = "kept";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  static Clients of(EmbeddedServices services) {
    return new Clients(
        services.databaseUrl(), services.redisUrl(), services.kafkaBootstrapServers());
  }

  /** Leaves the same word in all three. */
  void write(String word) throws SQLException, IOException, InterruptedException {
    sql("CREATE TABLE IF NOT EXISTS kept (word text)");
    sql("INSERT INTO kept VALUES ('" + word + "')");
    redis("SET kept:" + word + " 1");
    // With "everysec" the write itself waits while the one before is being synced.
    Await.until(
        "Redis has handed its log to the system",
        () -> redis("INFO persistence").contains("aof_buffer_length:0"));
    createTopic();
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", kafka),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(TOPIC, word)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("the record was not taken", e);
    }
  }

  List<String> rows() throws SQLException {
    return List.of(sql("SELECT string_agg(word, ',' ORDER BY word) FROM kept").split(","));
  }

  String key(String word) throws IOException {
    return redis("GET kept:" + word);
  }

  List<String> records() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", kafka),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      long end =
          consumer
              .endOffsets(List.of(PARTITION), Duration.ofSeconds(PATIENCE_SECONDS))
              .getOrDefault(PARTITION, 0L);
      List<String> words = new java.util.ArrayList<>();
      while (consumer.position(PARTITION, Duration.ofSeconds(PATIENCE_SECONDS)) < end) {
        StreamSupport.stream(consumer.poll(Duration.ofMillis(100)).spliterator(), false)
            .forEach(found -> words.add(found.value()));
      }
      return words;
    }
  }

  /** The first column of the last row, or nothing. */
  String sql(String statement) throws SQLException {
    return sql(user(database), password(database), statement);
  }

  String sql(String user, String password, String statement) throws SQLException {
    URI uri = URI.create(database);
    String jdbc =
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath());
    try (Connection connection = DriverManager.getConnection(jdbc, user, password);
        Statement executed = connection.createStatement()) {
      if (!executed.execute(statement)) {
        return "";
      }
      try (ResultSet rows = executed.getResultSet()) {
        return rows.next() ? rows.getString(1) : "";
      }
    }
  }

  /** One inline command, after the password; QUIT ends the answer. */
  String redis(String command) throws IOException {
    List<String> answers = redisWithoutPassword("AUTH " + password(redis) + "\r\n" + command);
    assertThat(answers).first().isEqualTo("+OK");
    return String.join("\n", answers.subList(1, answers.size()));
  }

  /** The lines of the answer to somebody who has not said a password. */
  List<String> redisWithoutPassword(String command) throws IOException {
    URI uri = URI.create(redis);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))
          .lines()
          .toList();
    }
  }

  static String user(String url) {
    return URI.create(url).getUserInfo().split(":", -1)[0];
  }

  static String password(String url) {
    return URI.create(url).getUserInfo().split(":", -1)[1];
  }

  private void createTopic() throws InterruptedException {
    try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", kafka))) {
      if (!admin.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS).contains(TOPIC)) {
        admin
            .createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
            .all()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("the topic was not created", e);
    }
  }
}
