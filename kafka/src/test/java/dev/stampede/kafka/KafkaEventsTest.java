package dev.stampede.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.Delivery;
import dev.stampede.engine.events.EventChannel;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.show.ShowId;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class KafkaEventsTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
  private static final UUID ID = UUID.fromString("01890000-0000-7000-8000-000000000001");

  private static KafkaSettings settings;
  private static KafkaCluster cluster;

  @BeforeAll
  static void open() {
    TestServices services = TestServices.shared();
    settings =
        new KafkaSettings(
            List.of(services.kafkaBootstrapServers()),
            new TopicSettings(services.freshTopicPrefix(), 3, 0));
    cluster = KafkaCluster.of(settings);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void topicsAreMadeAndEventsArriveUnderTheirKeysInOrder() {
    try (EventChannel channel = new KafkaEvents(cluster, settings)) {
      assertThat(channel.send(List.of(seat(1, 1), seat(2, 1), booking(1), seat(1, 2))))
          .isEqualTo(new Delivery.Done());
    }

    List<ConsumerRecord<String, String>> seats = read(settings.topics().seatEvents(), "1/", 2);
    assertThat(seats)
        .filteredOn(record -> record.key().equals("1/A-1-1"))
        .extracting(ConsumerRecord::value)
        .containsExactly(
            """
            {"eventId":"1/A-1-1/1","type":"seat.held","showId":"1","seat":"A-1-1","epoch":1,"version":1,\
            "reason":"claimed","holdId":"%1$s","buyer":"änn","at":"2030-01-01T00:00:00.000001Z"}"""
                .formatted(ID),
            """
            {"eventId":"1/A-1-1/2","type":"seat.sold","showId":"1","seat":"A-1-1","epoch":1,"version":2,\
            "reason":"paid","holdId":"%1$s","bookingId":"%1$s","buyer":"änn",\
            "at":"2030-01-01T00:00:00.000001Z"}"""
                .formatted(ID));
    assertThat(read(settings.topics().bookingEvents(), ID.toString(), 1))
        .extracting(ConsumerRecord::value)
        .containsExactly(
            """
            {"eventId":"%1$s/1","type":"booking.confirmed","bookingId":"%1$s","epoch":1,"version":1,\
            "buyer":"änn","at":"2030-01-01T00:00:00.000001Z","booking":{"id":"%1$s","showId":"1",\
            "seats":["A-1-1"],"total":100,"balance":5,\
            "confirmedAt":"2030-01-01T00:00:00.000001Z","state":"confirmed"}}"""
                .formatted(ID));
  }

  /**
   * Counts what Kafka writes for events: one record for each and nothing else. The marker that ends
   * a transaction takes an offset too. Red while a producer with a transaction for each batch sent
   * them.
   */
  @Test
  void anEventCostsOneRecordAndNoTransaction() {
    KafkaSettings own =
        new KafkaSettings(
            settings.bootstrapServers(),
            new TopicSettings(TestServices.shared().freshTopicPrefix(), 3, 0));
    int batches = 20;
    try (KafkaCluster ownCluster = KafkaCluster.of(own);
        EventChannel channel = new KafkaEvents(ownCluster, own)) {
      for (int batch = 0; batch < batches; batch++) {
        assertThat(channel.send(List.of(seat(60, 2 * batch + 1), seat(60, 2 * batch + 2))))
            .isEqualTo(new Delivery.Done());
      }
    }

    assertThat(offsets(own.topics().seatEvents())).isEqualTo(2L * batches);
  }

  /**
   * A has read and is frozen; B takes over and sends what A had not; A wakes up and sends what it
   * had read. There is no fence: consumers know by their versions that these are repeats.
   */
  @Test
  void aServerThatLostItsRangesSendsOnlyRepeats() {
    try (EventChannel frozen = new KafkaEvents(cluster, settings);
        EventChannel next = new KafkaEvents(cluster, settings)) {
      assertThat(frozen.send(List.of(seat(50, 1)))).isEqualTo(new Delivery.Done());
      assertThat(next.send(List.of(seat(50, 1), seat(50, 2), seat(50, 3))))
          .isEqualTo(new Delivery.Done());
      assertThat(frozen.send(List.of(seat(50, 1), seat(50, 2)))).isEqualTo(new Delivery.Done());
      assertThat(next.send(List.of(seat(50, 4)))).isEqualTo(new Delivery.Done());
    }

    List<Integer> versions =
        read(settings.topics().seatEvents(), "50/", 7).stream()
            .map(record -> record.value().replaceAll(".*\"version\":(\\d+).*", "$1"))
            .map(Integer::valueOf)
            .toList();
    assertThat(versions).containsExactly(1, 1, 2, 3, 1, 2, 4);
    int last = 0;
    for (int version : versions) {
      assertThat(version).as("a gap").isLessThanOrEqualTo(last + 1);
      last = Math.max(last, version);
    }
  }

  /**
   * The broker refuses the first version; the second was in the same batch. Sent together, the
   * producer split the batch and the second arrived alone: seen to fail in one wave.
   */
  @Test
  void aVersionLeavesOnlyWhenTheOneBeforeHasArrived() throws Exception {
    KafkaSettings strict =
        new KafkaSettings(
            settings.bootstrapServers(),
            new TopicSettings(TestServices.shared().freshTopicPrefix(), 1, 0));
    try (KafkaCluster kafka = KafkaCluster.of(strict);
        EventChannel channel = new KafkaEvents(kafka, strict)) {
      assertThat(channel.send(List.of(seat(70, 1)))).isEqualTo(new Delivery.Done());
      String topic = strict.topics().bookingEvents();
      allowMessagesOf(kafka, topic, 2_000);
      Eventually.within(LONG_ENOUGH).until("the broker refuses", () -> !takesLarge(strict));

      assertThat(channel.send(List.of(large(booking(1)), cancelled(booking(2)))))
          .isInstanceOfSatisfying(
              Delivery.Failed.class,
              failed -> assertThat(failed.why()).contains("RecordTooLargeException"));

      allowMessagesOf(kafka, topic, 1_000_000);
      Eventually.within(LONG_ENOUGH).until("the broker accepts", () -> takesLarge(strict));
      assertThat(channel.send(List.of(large(booking(1)), cancelled(booking(2)))))
          .isEqualTo(new Delivery.Done());
      assertThat(read(topic, ID.toString(), 2))
          .extracting(record -> record.value().replaceAll(".*?\"version\":(\\d+).*", "$1"))
          .containsExactly("1", "2");
    }
  }

  /** A broker's setting holds a moment after it was acknowledged. */
  private static boolean takesLarge(KafkaSettings strict) throws InterruptedException {
    byte[] value = new byte[5_000];
    new Random(7).nextBytes(value);
    try (Producer<String, byte[]> producer = RelayProducer.open(strict)) {
      var _ =
          producer
              .send(new ProducerRecord<>(strict.topics().bookingEvents(), "a probe", value))
              .get();
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(RecordTooLargeException.class);
      return false;
    }
  }

  private static void allowMessagesOf(KafkaCluster kafka, String topic, int bytes)
      throws Exception {
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry("max.message.bytes", Integer.toString(bytes)),
            AlterConfigOp.OpType.SET);
    kafka
        .admin()
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
        .all()
        .get();
  }

  /** Returns the event with labels that no compression makes small. */
  private static OutboxEvent large(OutboxEvent.OfBooking event) {
    Random random = new Random(7);
    List<String> labels = random.longs(400).mapToObj(bits -> Long.toHexString(bits)).toList();
    return new OutboxEvent.OfBooking(event.id(), event.epoch(), event.booking(), labels);
  }

  private static OutboxEvent cancelled(OutboxEvent.OfBooking event) {
    Booking was = event.booking();
    Booking now =
        new Booking(
            was.id(),
            was.show(),
            was.buyer(),
            was.hold(),
            was.seats(),
            was.total(),
            was.payment(),
            was.confirmedAt(),
            Optional.of(was.confirmedAt()),
            OptionalLong.of(105));
    return new OutboxEvent.OfBooking(event.id(), event.epoch(), now, event.seats());
  }

  @Test
  void aSendFailsWithinSecondsWhileKafkaIsAway() {
    KafkaSettings nobody = new KafkaSettings(List.of("127.0.0.1:1"));
    try (KafkaCluster away = KafkaCluster.of(nobody);
        EventChannel channel = new KafkaEvents(away, nobody)) {
      long start = System.nanoTime();
      assertThat(channel.send(List.of(seat(1, 1)))).isInstanceOf(Delivery.Failed.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void invalidTopicSettingsAreRefused() {
    assertThatThrownBy(() -> new TopicSettings("a b", 1, 0)).hasMessageContaining("'a b'");
    assertThatThrownBy(() -> new TopicSettings("", 0, 0)).hasMessageContaining("1..1000");
    assertThatThrownBy(() -> new TopicSettings("", 1, 11)).hasMessageContaining("0..10");
  }

  private static OutboxEvent seat(long show, int version) {
    boolean sold = version % 2 == 0;
    return new OutboxEvent.OfSeat(
        version,
        1,
        new SeatEvent(
            new ShowId(show),
            0,
            version,
            sold ? SeatEvent.Type.SOLD : SeatEvent.Type.HELD,
            sold ? SeatEvent.Reason.PAID : SeatEvent.Reason.CLAIMED,
            new Buyer("änn"),
            new HoldId(ID),
            sold ? Optional.of(new BookingId(ID)) : Optional.empty(),
            Instant.parse("2030-01-01T00:00:00.000001Z")),
        "A-1-1");
  }

  private static OutboxEvent.OfBooking booking(long id) {
    return new OutboxEvent.OfBooking(
        id,
        1,
        new Booking(
            new BookingId(ID),
            new ShowId(1),
            new Buyer("änn"),
            new HoldId(ID),
            List.of(0),
            100,
            new Payment.Points(),
            Instant.parse("2030-01-01T00:00:00.000001Z"),
            Optional.empty(),
            OptionalLong.of(5)),
        List.of("A-1-1"));
  }

  /** Everything that the topic's partitions have ever been given. */
  private static long offsets(String topic) {
    try (KafkaConsumer<String, String> consumer = consumer()) {
      return consumer.endOffsets(partitions(consumer, topic)).values().stream()
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  private static KafkaConsumer<String, String> consumer() {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServices.shared().kafkaBootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    return new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<String, String> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(each -> new TopicPartition(topic, each.partition()))
        .toList();
  }

  /**
   * Reads the committed records whose keys begin like this, once there are so many; fails after a
   * while.
   */
  private static List<ConsumerRecord<String, String>> read(String topic, String key, int count) {
    List<ConsumerRecord<String, String>> found = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer = consumer()) {
      consumer.assign(partitions(consumer, topic));
      long end = System.nanoTime() + LONG_ENOUGH.toNanos();
      while (found.size() < count && System.nanoTime() - end < 0) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
          assertThat(record.value().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
          if (record.key().startsWith(key)) {
            found.add(record);
          }
        }
      }
    }
    assertThat(found).hasSize(count);
    return found;
  }
}
