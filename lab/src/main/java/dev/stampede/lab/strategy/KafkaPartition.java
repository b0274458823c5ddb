package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.OutcomeUnknown;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Wanted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Claims that go through a topic: accepted, queued, decided one after the other by whoever reads
 * their partition, answered. A claim for any ticket goes by its show, since all such claims want
 * the same; one for named seats by their neighbourhood.
 *
 * <p>Neighbourhoods meet where a claim names seats of two, and a partition may have two readers for
 * a moment wherever readers come and go. So the deciding is done under row locks all the same.
 */
final class KafkaPartition implements Claims, AutoCloseable {

  private static final int PARTITIONS = 4;
  private static final int NEIGHBOURHOOD = 16;
  private static final Duration START_WITHIN = Duration.ofSeconds(20);

  private final String topic = "stampede.lab-requests." + UUID.randomUUID();
  private final Map<String, CompletableFuture<ClaimOutcome>> waiting = new ConcurrentHashMap<>();
  private final List<PartitionReader> readers = new ArrayList<>();
  private final KafkaProducer<String, byte[]> producer;
  private final String bootstrapServers;
  private final Duration patience;

  private KafkaPartition(String bootstrapServers, Duration patience) {
    this.bootstrapServers = bootstrapServers;
    this.patience = patience;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", "0"),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  /** Makes a topic of its own and returns when all its partitions are being read. */
  static KafkaPartition open(String bootstrapServers, Claims deciding, Duration patience) {
    KafkaPartition opened = new KafkaPartition(bootstrapServers, patience);
    try {
      opened.start(deciding);
      return opened;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      opened.close();
      throw new IllegalStateException("interrupted while Kafka made a topic", e);
    } catch (ExecutionException | TimeoutException e) {
      opened.close();
      throw new IllegalStateException("Kafka made no topic: " + e.getMessage(), e);
    }
  }

  private void start(Claims deciding)
      throws InterruptedException, ExecutionException, TimeoutException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin
          .createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
          .all()
          .get(START_WITHIN.toSeconds(), TimeUnit.SECONDS);
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      readers.add(
          PartitionReader.start(
              bootstrapServers, topic, partition, request -> decide(deciding, request)));
    }
    for (PartitionReader reader : readers) {
      reader.awaitReading(START_WITHIN);
    }
    var _ = producer.partitionsFor(topic);
  }

  private void decide(Claims deciding, ClaimMessage request) {
    CompletableFuture<ClaimOutcome> answer = waiting.remove(request.hold());
    try {
      ClaimOutcome outcome = deciding.claim(request.claim());
      if (answer != null) {
        answer.complete(outcome);
      }
    } catch (RuntimeException e) {
      if (answer != null) {
        answer.completeExceptionally(e);
      }
    }
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    if (!(claim instanceof Claim.Hold hold)) {
      throw new IllegalArgumentException("%s is no hold".formatted(claim));
    }
    ClaimMessage request = ClaimMessage.of(hold);
    CompletableFuture<ClaimOutcome> answer = new CompletableFuture<>();
    waiting.put(request.hold(), answer);
    var _ =
        producer.send(
            new ProducerRecord<>(topic, key(hold), request.json()),
            (_, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
              }
            });
    try {
      return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // It is in the topic, and may still be decided.
      return new OutcomeUnknown();
    } catch (ExecutionException e) {
      throw new ClaimFailedException("a request got lost: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new OutcomeUnknown();
    }
  }

  private static String key(Claim.Hold claim) {
    return switch (claim.wanted()) {
      case Wanted.Best _ -> claim.show().toString();
      case Wanted.Seats(List<Integer> seats) ->
          claim.show() + "/" + seats.getFirst() / NEIGHBOURHOOD;
    };
  }

  /** Requests in the topic that are not decided stay undecided, and the topic is deleted. */
  @Override
  public void close() {
    readers.forEach(PartitionReader::close);
    producer.close(Duration.ofSeconds(1));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      var _ = admin.deleteTopics(List.of(topic));
    }
  }
}
