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
import dev.stampede.testkit.TestServices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
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
    try (EventChannel channel = new KafkaEvents(cluster, settings, UUID.randomUUID()).of(0)) {
      assertThat(channel.ready()).isEqualTo(new Delivery.Done());
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
   * The whole of the fence. A has read and is frozen; B takes over and sends what A had not; A
   * wakes up. Seen to fail with a {@code transactional.id} that is each server's own and not the
   * range's: then A's versions 1 and 2 arrive after 3.
   */
  @Test
  void whoWasTakenOverFromSendsNothingMore() {
    KafkaEvents events = new KafkaEvents(cluster, settings, UUID.randomUUID());
    try (EventChannel frozen = events.of(4);
        EventChannel next = events.of(4)) {
      assertThat(frozen.ready()).isEqualTo(new Delivery.Done());
      assertThat(frozen.send(List.of(seat(50, 1)))).isEqualTo(new Delivery.Done());

      assertThat(next.ready()).isEqualTo(new Delivery.Done());
      assertThat(next.send(List.of(seat(50, 1), seat(50, 2), seat(50, 3))))
          .isEqualTo(new Delivery.Done());

      assertThat(frozen.send(List.of(seat(50, 1), seat(50, 2))))
          .isInstanceOf(Delivery.TakenOver.class);
      assertThat(next.send(List.of(seat(50, 4)))).isEqualTo(new Delivery.Done());
    }

    assertThat(read(settings.topics().seatEvents(), "50/", 5))
        .extracting(record -> record.value().replaceAll(".*\"version\":(\\d+).*", "$1"))
        .containsExactly("1", "1", "2", "3", "4");
  }

  @Test
  void otherRangesAndOtherDeploymentsAreNotShutOut() {
    KafkaEvents events = new KafkaEvents(cluster, settings, UUID.randomUUID());
    KafkaEvents others = new KafkaEvents(cluster, settings, UUID.randomUUID());
    try (EventChannel ours = events.of(4);
        EventChannel neighbour = events.of(5);
        EventChannel stranger = others.of(4)) {
      for (EventChannel each : List.of(ours, neighbour, stranger)) {
        assertThat(each.ready()).isEqualTo(new Delivery.Done());
      }
      for (EventChannel each : List.of(ours, neighbour, stranger)) {
        assertThat(each.send(List.of(seat(60, 1)))).isEqualTo(new Delivery.Done());
      }
    }
  }

  @Test
  void thatKafkaIsAwayIsSaidWithinSeconds() {
    KafkaSettings nobody = new KafkaSettings(List.of("127.0.0.1:1"));
    try (KafkaCluster away = KafkaCluster.of(nobody);
        EventChannel channel = new KafkaEvents(away, nobody, UUID.randomUUID()).of(0)) {
      long start = System.nanoTime();
      assertThat(channel.ready()).isInstanceOf(Delivery.Failed.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
      assertThat(channel.send(List.of(seat(1, 1)))).isInstanceOf(Delivery.Failed.class);
    }
  }

  @Test
  void whatTopicsCannotBeIsRefused() {
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

  private static OutboxEvent booking(long id) {
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

  /**
   * What is committed of keys that begin like this, once there are so many; fails after a while.
   */
  private static List<ConsumerRecord<String, String>> read(String topic, String key, int count) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServices.shared().kafkaBootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest");
    List<ConsumerRecord<String, String>> found = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList());
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
