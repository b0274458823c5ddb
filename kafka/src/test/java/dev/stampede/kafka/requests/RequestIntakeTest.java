package dev.stampede.kafka.requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.kafka.requests.IntakeFixture.Accepted;
import dev.stampede.kafka.requests.IntakeFixture.Server;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that a server was not made for: of a key it has not read, of a form that the next
 * version writes, or of nobody at all.
 *
 * <p>Seen to fail: with {@code UnknownKeys} that pass over at once and a ring that is not read
 * again, the first two lost their requests; with {@code NotUnderstood} passed over, as it was, the
 * third lost what the newer version had accepted; with {@code next} behind the record that the
 * partition stopped at, the third lost one request.
 */
final class RequestIntakeTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  private final IntakeFixture house = new IntakeFixture();

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void aServerThatWasNotRestartedDecidesWhatWasSealedWithANewerKey() {
    Server running = house.server(house.ring(), 1);
    KafkaRequestQueue before = house.queue(house.ring(), 1);
    List<Accepted> accepted = new ArrayList<>(List.of(house.accept(before, 0)));
    house.store(1, 2);
    KafkaRequestQueue after = house.queue(house.ring(), 1);
    for (int i = 0; i < 5; i++) {
      accepted.add(house.accept(after, 0));
      accepted.add(house.accept(before, 0));
    }

    awaitDecided(accepted);
    assertThat(running.skipped()).isEmpty();
    assertThat(house.decidedOf(accepted)).isEqualTo(accepted.stream().map(Accepted::id).toList());
  }

  @Test
  void anUnknownKeyStopsItsPartitionAloneAndNothingBehindItIsCommitted() throws Exception {
    Keyring ring = house.ring();
    KafkaRequestQueue known = house.queue(ring, 1);
    house.store(1, 2);
    KafkaRequestQueue newer = house.queue(house.ring(), 1);
    house.databaseAway(true);
    Accepted first = house.accept(known, 0);
    Accepted sealedAnew = house.accept(newer, 0);
    Accepted behind = house.accept(known, 0);
    Accepted elsewhere = house.accept(known, 1);
    Server running = house.server(ring, 1);

    awaitDecided(List.of(first, elsewhere));
    Eventually.within(LONG_ENOUGH)
        .until("it stands still", () -> running.intake().stops().size() == 1);
    assertThat(running.intake().stops().getFirst())
        .contains(
            "partition 0 stands still at offset %d".formatted(sealedAnew.offset()),
            "signing key 2, which is not in the table signing_key");
    awaitDecided(List.of(house.accept(known, 1)));
    Eventually.within(LONG_ENOUGH)
        .until("it is noted how far it has come", () -> committed(0) == sealedAnew.offset());
    assertThat(List.of(house.isDecided(sealedAnew), house.isDecided(behind)))
        .containsExactly(false, false);

    house.databaseAway(false);

    awaitDecided(List.of(sealedAnew, behind));
    assertThat(house.decidedOf(List.of(first, sealedAnew, behind)))
        .containsExactly(first.id(), sealedAnew.id(), behind.id());
    Eventually.within(LONG_ENOUGH).until("it goes on", () -> running.intake().stops().isEmpty());
    assertThat(running.skipped()).isEmpty();
  }

  /** A rolling upgrade with a rotation in the middle; the old server is stopped at its end. */
  @Test
  void whatANewerVersionAcceptsWaitsForItAndIsDecidedOnceInOrder() throws Exception {
    Server old = house.server(house.ring(), 1);
    KafkaRequestQueue oldDoor = house.queue(house.ring(), 1);
    List<List<Accepted>> accepted = List.of(new ArrayList<>(), new ArrayList<>());
    acceptOneInEach(oldDoor, accepted);
    awaitDecided(accepted.getFirst());
    KafkaRequestQueue newDoor = house.queue(house.ring(), 2);
    for (int i = 0; i < 4; i++) {
      acceptOneInEach(newDoor, accepted);
      acceptOneInEach(oldDoor, accepted);
    }
    Eventually.within(LONG_ENOUGH)
        .until("the old one stands still", () -> old.intake().stops().size() == 2);
    assertThat(old.intake().stops().getFirst())
        .contains("it has form 2, and this version reads 1..1", "finish the upgrade");
    assertThat(house.decidedOf(accepted.getFirst())).hasSize(1);

    house.store(1, 2);
    KafkaRequestQueue rotated = house.queue(house.ring(), 2);
    Server next = house.server(house.ring(), 2);
    acceptOneInEach(rotated, accepted);
    // The old one gives up one of its two partitions, in front of the record it stood at.
    Eventually.within(LONG_ENOUGH)
        .until("one partition has moved", () -> old.intake().stops().size() == 1);
    acceptOneInEach(oldDoor, accepted);
    old.intake().close();

    for (List<Accepted> partition : accepted) {
      awaitDecided(partition);
      assertThat(house.decidedOf(partition))
          .isEqualTo(partition.stream().map(Accepted::id).toList());
    }
    assertThat(old.skipped()).isEmpty();
    assertThat(next.skipped()).isEmpty();
  }

  @Test
  void whatIsNotOursBlocksNobodyForGood() throws Exception {
    Keyring ring = house.ring();
    Server running = house.server(IntakeFixture.records(ring, 1, Duration.ofMillis(100)));
    KafkaRequestQueue known = house.queue(ring, 1);
    house.accept(known, 0);
    write(null, "{}", null);
    write(IntakeFixture.keyIn(0), "nonsense", null);
    write(IntakeFixture.keyIn(0), "{\"form\":2}", "nonsense");
    write(IntakeFixture.keyIn(0), "{\"form\":2}", "1.bm90aGluZw.bm90aGluZw");
    write(IntakeFixture.keyIn(0), "{\"form\":1}", "2.bm90aGluZw.bm90aGluZw");
    write(IntakeFixture.keyIn(0), "{\"form\":1}", "999999999.bm90aGluZw.bm90aGluZw");

    awaitDecided(List.of(house.accept(known, 0), house.accept(known, 1)));
    assertThat(running.skipped())
        .containsExactlyInAnyOrder(
            "foreign", "foreign", "foreign", "foreign", "unknown-key", "unknown-key");
  }

  @Test
  void anErrorOnTheWayEndsNoPartition() {
    house.breakTimes(2);
    Server running = house.server(house.ring(), 1);
    KafkaRequestQueue door = house.queue(house.ring(), 1);

    awaitDecided(List.of(house.accept(door, 0), house.accept(door, 1)));
    assertThat(running.skipped()).isEmpty();
  }

  private void acceptOneInEach(KafkaRequestQueue door, List<List<Accepted>> accepted) {
    for (int partition = 0; partition < IntakeFixture.PARTITIONS; partition++) {
      accepted.get(partition).add(house.accept(door, partition));
    }
  }

  private void awaitDecided(List<Accepted> requests) {
    Eventually.within(LONG_ENOUGH)
        .until(
            "all are decided",
            () -> requests.stream().filter(each -> !house.isDecided(each)).toList(),
            List::isEmpty);
  }

  private long committed(int partition) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", house.kafka.joined()))) {
      OffsetAndMetadata noted =
          admin
              .listConsumerGroupOffsets(RequestIntake.group(house.kafka, house.deployment))
              .partitionsToOffsetAndMetadata()
              .get()
              .get(new TopicPartition(house.kafka.topics().bookingRequests(), partition));
      return noted == null ? -1 : noted.offset();
    }
  }

  private void write(@Nullable String key, String value, @Nullable String seal) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", house.kafka.joined()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      ProducerRecord<String, byte[]> record =
          new ProducerRecord<>(
              house.kafka.topics().bookingRequests(), 0, key, value.getBytes(UTF_8));
      if (seal != null) {
        record.headers().add(RequestSeal.HEADER, seal.getBytes(UTF_8));
      }
      producer.send(record).get();
    }
  }
}
