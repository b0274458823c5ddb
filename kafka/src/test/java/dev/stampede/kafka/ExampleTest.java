package dev.stampede.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.consumer.EventReader;
import dev.stampede.consumer.InboxSchema;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.Delivery;
import dev.stampede.engine.events.EventChannel;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.show.ShowId;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page shows a consumer that runs, and it works with what the relay sends. */
final class ExampleTest {

  private static final Path ROOT = Path.of(System.getProperty("stampede.root", ".."));
  private static final Path SOURCE =
      ROOT.resolve("kafka/src/test/java/dev/stampede/kafka/ExampleMain.java");
  private static final Path PAGE = ROOT.resolve("docs/events.md");
  private static final UUID ID = UUID.fromString("01890000-0000-7000-8000-000000000001");

  @Test
  void theExampleOfThePageIsTheOneThatRuns() throws Exception {
    String page = between(Files.readString(PAGE), "```java\n", "```");
    String source = between(Files.readString(SOURCE), "// [example]\n", "    // [end]");

    assertThat(page)
        .isEqualTo(
            source
                .lines()
                .map(line -> line.startsWith("    ") ? line.substring(4) : line)
                .collect(Collectors.joining("\n", "", "\n")));
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }

  @Test
  void theExampleWorks() throws Exception {
    TestServices services = TestServices.shared();
    KafkaSettings settings =
        new KafkaSettings(
            List.of(services.kafkaBootstrapServers()),
            new TopicSettings(services.freshTopicPrefix(), 2, 0));
    try (TestDatabase data = services.freshDatabase();
        HikariDataSource pool = pool(data.url());
        KafkaCluster cluster = KafkaCluster.of(settings);
        EventChannel channel = new KafkaEvents(cluster, settings)) {
      try (Connection connection = pool.getConnection()) {
        InboxSchema.create(connection);
      }
      data.run("CREATE TABLE letter (buyer text, seat text)");
      assertThat(channel.send(List.of(seat(1), seat(2), seat(2)))).isEqualTo(new Delivery.Done());

      try (EventReader reader =
          ExampleMain.start(
              services.kafkaBootstrapServers(), settings.topics().seatEvents(), pool)) {
        Eventually.within(Duration.ofSeconds(30))
            .until("all is handled", () -> letters(pool).equals(List.of("ann A-1-1")));
        assertThat(reader.admin().figures().parkedKeys()).isZero();
      }
    }
  }

  private static List<String> letters(HikariDataSource pool) throws Exception {
    try (Connection connection = pool.getConnection();
        ResultSet row =
            connection.createStatement().executeQuery("SELECT buyer || ' ' || seat FROM letter")) {
      List<String> letters = new ArrayList<>();
      while (row.next()) {
        letters.add(row.getString(1));
      }
      return letters;
    }
  }

  private static OutboxEvent seat(int version) {
    boolean sold = version == 2;
    return new OutboxEvent.OfSeat(
        version,
        1,
        new SeatEvent(
            new ShowId(1),
            0,
            version,
            sold ? SeatEvent.Type.SOLD : SeatEvent.Type.HELD,
            sold ? SeatEvent.Reason.PAID : SeatEvent.Reason.CLAIMED,
            new Buyer("ann"),
            new HoldId(ID),
            sold ? Optional.of(new BookingId(ID)) : Optional.empty(),
            Instant.parse("2030-01-01T00:00:00Z")),
        "A-1-1");
  }

  private static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(new Sql(url).jdbcUrl());
    return new HikariDataSource(config);
  }
}
