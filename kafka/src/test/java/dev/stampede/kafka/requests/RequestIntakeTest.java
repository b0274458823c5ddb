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

  private final IntakeFixture fixture = new IntakeFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aServerThatWasNotRestartedDecidesWhatWasSealedWithANewerKey() {
    Server running = fixture.server(fixture.ring(), 1);
    KafkaRequestQueue before = fixture.queue(fixture.ring(), 1);
    List<Accepted> accepted = new ArrayList<>(List.of(fixture.accept(before, 0)));
    fixture.store(1, 2);
    KafkaRequestQueue after = fixture.queue(fixture.ring(), 1);
    for (int i = 0; i < 5; i++) {
      accepted.add(fixture.accept(after, 0));
      accepted.add(fixture.accept(before, 0));
    }

    awaitDecided(accepted);
    assertThat(running.skipped()).isEmpty();
    assertThat(fixture.decidedOf(accepted)).isEqualTo(accepted.stream().map(Accepted::id).toList());
  }

  @Test
  void anUnknownKeyStopsItsPartitionAloneAndNothingBehindItIsCommitted() throws Exception {
    Keyring ring = fixture.ring();
    KafkaRequestQueue known = fixture.queue(ring, 1);
    fixture.store(1, 2);
    KafkaRequestQueue newer = fixture.queue(fixture.ring(), 1);
    fixture.databaseAway(true);
    Accepted first = fixture.accept(known, 0);
    Accepted sealedAnew = fixture.accept(newer, 0);
    Accepted behind = fixture.accept(known, 0);
    Accepted elsewhere = fixture.accept(known, 1);
    Server running = fixture.server(ring, 1);

    awaitDecided(List.of(first, elsewhere));
    Eventually.within(LONG_ENOUGH)
        .until("it stands still", () -> running.intake().stops().size() == 1);
    assertThat(running.intake().stops().getFirst())
        .contains(
            "partition 0 is blocked at offset %d".formatted(sealedAnew.offset()),
            "signing key 2, which is not in the table signing_key");
    awaitDecided(List.of(fixture.accept(known, 1)));
    Eventually.within(LONG_ENOUGH)
        .until("it is noted how far it has come", () -> committed(0) == sealedAnew.offset());
    assertThat(List.of(fixture.isDecided(sealedAnew), fixture.isDecided(behind)))
        .containsExactly(false, false);

    fixture.databaseAway(false);

    awaitDecided(List.of(sealedAnew, behind));
    assertThat(fixture.decidedOf(List.of(first, sealedAnew, behind)))
        .containsExactly(first.id(), sealedAnew.id(), behind.id());
    Eventually.within(LONG_ENOUGH).until("it goes on", () -> running.intake().stops().isEmpty());
    assertThat(running.skipped()).isEmpty();
  }

  /** A rolling upgrade with a rotation in the middle; the old server is stopped at its end. */
  @Test
  void requestsOfANewerVersionWaitForItAndAreDecidedOnceInOrder() throws Exception {
    Server old = fixture.server(fixture.ring(), 1);
    KafkaRequestQueue oldQueue = fixture.queue(fixture.ring(), 1);
    List<List<Accepted>> accepted = List.of(new ArrayList<>(), new ArrayList<>());
    acceptOneInEach(oldQueue, accepted);
    awaitDecided(accepted.getFirst());
    KafkaRequestQueue newQueue = fixture.queue(fixture.ring(), 2);
    for (int i = 0; i < 4; i++) {
      acceptOneInEach(newQueue, accepted);
      acceptOneInEach(oldQueue, accepted);
    }
    Eventually.within(LONG_ENOUGH)
        .until("the old one stands still", () -> old.intake().stops().size() == 2);
    assertThat(old.intake().stops().getFirst())
        .contains("it has form 2, and this version reads 1..1", "finish the upgrade");
    assertThat(fixture.decidedOf(accepted.getFirst())).hasSize(1);

    fixture.store(1, 2);
    KafkaRequestQueue rotated = fixture.queue(fixture.ring(), 2);
    Server next = fixture.server(fixture.ring(), 2);
    acceptOneInEach(rotated, accepted);
    // The old one gives up one of its two partitions, in front of the record it stood at.
    Eventually.within(LONG_ENOUGH)
        .until("one partition has moved", () -> old.intake().stops().size() == 1);
    acceptOneInEach(oldQueue, accepted);
    old.intake().close();

    for (List<Accepted> partition : accepted) {
      awaitDecided(partition);
      assertThat(fixture.decidedOf(partition))
          .isEqualTo(partition.stream().map(Accepted::id).toList());
    }
    assertThat(old.skipped()).isEmpty();
    assertThat(next.skipped()).isEmpty();
  }

  @Test
  void foreignRecordsAreSkippedAndRequestsBehindThemAreDecided() throws Exception {
    Keyring ring = fixture.ring();
    Server running = fixture.server(IntakeFixture.records(ring, 1, Duration.ofMillis(100)));
    KafkaRequestQueue known = fixture.queue(ring, 1);
    fixture.accept(known, 0);
    write(null, "{}", null);
    write(IntakeFixture.keyIn(0), "nonsense", null);
    write(IntakeFixture.keyIn(0), "{\"form\":2}", "nonsense");
    write(IntakeFixture.keyIn(0), "{\"form\":2}", "1.bm90aGluZw.bm90aGluZw");
    write(IntakeFixture.keyIn(0), "{\"form\":1}", "2.bm90aGluZw.bm90aGluZw");
    write(IntakeFixture.keyIn(0), "{\"form\":1}", "999999999.bm90aGluZw.bm90aGluZw");

    awaitDecided(List.of(fixture.accept(known, 0), fixture.accept(known, 1)));
    assertThat(running.skipped())
        .containsExactlyInAnyOrder(
            "foreign", "foreign", "foreign", "foreign", "unknown-key", "unknown-key");
  }

  @Test
  void anErrorOnTheWayEndsNoPartition() {
    fixture.breakTimes(2);
    Server running = fixture.server(fixture.ring(), 1);
    KafkaRequestQueue queue = fixture.queue(fixture.ring(), 1);

    awaitDecided(List.of(fixture.accept(queue, 0), fixture.accept(queue, 1)));
    assertThat(running.skipped()).isEmpty();
  }

  private void acceptOneInEach(KafkaRequestQueue queue, List<List<Accepted>> accepted) {
    for (int partition = 0; partition < IntakeFixture.PARTITIONS; partition++) {
      accepted.get(partition).add(fixture.accept(queue, partition));
    }
  }

  private void awaitDecided(List<Accepted> requests) {
    Eventually.within(LONG_ENOUGH)
        .until(
            "all are decided",
            () -> requests.stream().filter(each -> !fixture.isDecided(each)).toList(),
            List::isEmpty);
  }

  private long committed(int partition) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", fixture.kafka.joined()))) {
      OffsetAndMetadata noted =
          admin
              .listConsumerGroupOffsets(RequestIntake.group(fixture.kafka, fixture.deployment))
              .partitionsToOffsetAndMetadata()
              .get()
              .get(new TopicPartition(fixture.kafka.topics().bookingRequests(), partition));
      return noted == null ? -1 : noted.offset();
    }
  }

  private void write(@Nullable String key, String value, @Nullable String seal) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", fixture.kafka.joined()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      ProducerRecord<String, byte[]> record =
          new ProducerRecord<>(
              fixture.kafka.topics().bookingRequests(), 0, key, value.getBytes(UTF_8));
      if (seal != null) {
        record.headers().add(RequestSeal.HEADER, seal.getBytes(UTF_8));
      }
      producer.send(record).get();
    }
  }
}
