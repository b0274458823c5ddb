package dev.stampede.kafka;

import dev.stampede.consumer.EventFormat;
import dev.stampede.consumer.EventHandler;
import dev.stampede.consumer.EventReader;
import dev.stampede.consumer.ReaderListener;
import dev.stampede.consumer.ReaderSettings;
import dev.stampede.consumer.Subscription;
import dev.stampede.consumer.VersionedEvent;
import java.sql.PreparedStatement;
import java.util.List;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The consumer of {@code docs/events.md}; {@link ExampleTest} runs it. */
final class ExampleMain {

  private static final JsonMapper json = JsonMapper.shared();

  private ExampleMain() {}

  static EventReader start(String brokers, String topic, DataSource database) {
    // [example]
    EventFormat<JsonNode> format =
        message -> {
          JsonNode event = json.readTree(message.value());
          return new VersionedEvent<>(
              event.path("epoch").asLong(1), event.get("version").asLong(), event);
        };
    EventHandler<JsonNode> handler =
        EventHandler.each(
            (event, transaction) -> {
              if (event.get("type").asString().equals("seat.sold")) {
                try (PreparedStatement insert =
                    transaction.prepareStatement(
                        "INSERT INTO letter (buyer, seat) VALUES (?, ?)")) {
                  insert.setString(1, event.get("buyer").asString());
                  insert.setString(2, event.get("seat").asString());
                  insert.executeUpdate();
                }
              }
            });
    EventReader reader =
        EventReader.start(
            new Subscription<>("letters", List.of(topic), format, handler),
            ReaderSettings.of(brokers, "letters"),
            database,
            new ReaderListener() {});
    // [end]
    return reader;
  }
}
