package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stampede.acceptance.Repository;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import dev.stampede.testkit.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests the events of a sale, from the call that a buyer makes to the record that consumers read.
 */
final class EventsTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  private final String kafka = TestServices.shared().kafkaBootstrapServers();
  private final String prefix = TestServices.shared().freshTopicPrefix();

  @Test
  void everythingThatHappensIsToldAsTheSchemasSayAndAsTheApiShowsIt() throws Exception {
    try (TestDatabase database = TestServices.shared().freshDatabase()) {
      Map<String, String> environment =
          new HashMap<>(
              TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
      environment.put("KAFKA_TOPIC_PREFIX", prefix);
      environment.put("KAFKA_TOPIC_PARTITIONS", "2");
      String bought;
      String outside;
      JsonNode confirmed;
      JsonNode cancelled;
      JsonNode due;
      String show;
      try (Main server = Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE));
          Calls calls = Calls.to(server.port())) {
        show = calls.createShow(3, 4);
        calls.order(ClaimRequest.topUp("ann", 500, "top-up"));
        String given = calls.hold(show, List.of("A-1-1"), "ann", "1").body().path("id").asString();
        calls.release(given, "ann");
        bought = calls.order(ClaimRequest.buy("ann", show, "A-1-1", "2")).id();
        confirmed = calls.booking(bought, "ann").body();
        calls.order(ClaimRequest.cancel("ann", bought, "3"));
        cancelled = calls.booking(bought, "ann").body();
        String held = calls.hold(show, List.of("A-2-1"), "bob", "4").body().path("id").asString();
        outside = calls.order(ClaimRequest.payOutside(held, "ref-1", "5")).id();
        calls.order(ClaimRequest.cancel("bob", outside, "6"));
        due = calls.booking(outside, "bob").body();
        drained(database.url());
      }

      Topic seats = Topic.read(kafka, prefix + "seat-events");
      Topic bookings = Topic.read(kafka, prefix + "booking-events");

      assertThat(types(seats, show + "/A-1-1"))
          .containsExactly(
              "seat.held claimed",
              "seat.released given-back",
              "seat.sold paid",
              "seat.released cancelled");
      assertThat(types(seats, show + "/A-2-1"))
          .containsExactly("seat.held claimed", "seat.sold paid", "seat.released cancelled");
      assertThat(bookings.events()).containsOnlyKeys(bought, outside);
      assertThat(told(bookings, bought, 0)).isEqualTo(withoutNow(confirmed));
      assertThat(told(bookings, bought, 1)).isEqualTo(withoutNow(cancelled));
      assertThat(told(bookings, outside, 1)).isEqualTo(withoutNow(due));
      assertThat(told(bookings, outside, 0).path("state").asString()).isEqualTo("confirmed");
      assertThat(seats.wrong()).isEmpty();
      assertThat(bookings.wrong()).isEmpty();
      assertMatches("seat-event", seats);
      assertMatches("booking-event", bookings);
      assertNoOtherFields("seat-event", seats);
      assertNoOtherFields("booking-event", bookings);
    }
  }

  /** A schema that lets everything pass would pass this test too. */
  @Test
  void theSchemasRefuseWhatIsNotAnEvent() {
    Schema seats = schema("seat-event");
    String event =
        """
        {"eventId":"1/A-1-1/1","type":"seat.held","showId":"1","seat":"A-1-1","version":1,
         "reason":"claimed","holdId":"01890000-0000-7000-8000-000000000001","buyer":"ann",
         "at":"2030-01-01T00:00:00Z"}""";
    assertThat(seats.validate(event, InputFormat.JSON)).isEmpty();
    for (String wrong :
        List.of(
            event.replace("\"version\":1", "\"version\":0"),
            event.replace("seat.held", "seat.sold"),
            event.replace("claimed", "whim"),
            event.replace("\"buyer\":\"ann\",", ""),
            event.replace("A-1-1\",\"version", "A\",\"version"))) {
      assertThat(seats.validate(wrong, InputFormat.JSON)).as("%s", wrong).isNotEmpty();
    }
    assertThat(schema("booking-event").validate(event, InputFormat.JSON)).isNotEmpty();
  }

  private static void drained(String databaseUrl) {
    Eventually.within(LONG_ENOUGH)
        .until(
            "everything has been sent",
            () -> {
              long[] rows = new long[1];
              DatabaseRows.of(
                  databaseUrl, "SELECT count(*) FROM outbox", row -> rows[0] = row.getLong(1));
              return rows[0] == 0;
            });
  }

  private static List<String> types(Topic topic, String key) {
    return topic.events().get(key).stream()
        .map(event -> event.path("type").asString() + " " + event.path("reason").asString())
        .toList();
  }

  private static JsonNode told(Topic topic, String booking, int number) {
    return topic.events().get(booking).get(number).path("booking");
  }

  private static JsonNode withoutNow(JsonNode shown) {
    ObjectNode copy = (ObjectNode) shown.deepCopy();
    copy.remove("now");
    return copy;
  }

  private static void assertMatches(String name, Topic topic) {
    Schema schema = schema(name);
    for (ConsumerRecord<String, String> record : topic.records()) {
      assertThat(schema.validate(record.value(), InputFormat.JSON))
          .as("%s", record.value())
          .isEmpty();
    }
  }

  /** Schemas allow unknown fields, so that we can add some; each one that we send is named. */
  private static void assertNoOtherFields(String name, Topic topic) {
    JsonNode fields = JsonMapper.shared().readTree(text(name)).path("properties");
    for (ConsumerRecord<String, String> record : topic.records()) {
      JsonNode event = JsonMapper.shared().readTree(record.value());
      assertThat(fields.propertyNames())
          .as("the fields of %s in its schema", event)
          .containsAll(event.propertyNames());
      assertThat(fields.path("booking").path("properties").propertyNames())
          .as("the fields of the booking in %s in its schema", event)
          .containsAll(event.path("booking").propertyNames());
    }
  }

  private static Schema schema(String name) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(text(name));
  }

  private static String text(String schema) {
    return Repository.read("docs/schemas/" + schema + ".schema.json");
  }
}
