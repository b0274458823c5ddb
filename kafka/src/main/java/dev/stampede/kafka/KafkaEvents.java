package dev.stampede.kafka;

import dev.stampede.engine.events.Delivery;
import dev.stampede.engine.events.EventChannel;
import dev.stampede.engine.events.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka as the place where events are sent, through one idempotent producer.
 *
 * <p>There is one answer to everything that fails: the producer is closed, and the next one sends
 * the same again. Events that had arrived already arrive twice.
 *
 * <p>A producer that gives a batch up goes on with the next one, so that a version could arrive
 * without the one before it. Therefore a batch goes in waves, of which each holds a key once and
 * begins when all of the last have arrived. Most batches are one wave.
 */
public final class KafkaEvents implements EventChannel {

  private final KafkaSettings settings;
  private final TopicSettings names;
  private final Topics topics;
  private final EventJson json = new EventJson();
  private @Nullable Producer<String, byte[]> producer;

  public KafkaEvents(KafkaCluster cluster, KafkaSettings settings) {
    this.settings = settings;
    this.names = settings.topics();
    this.topics = new Topics(cluster.admin(), settings.topics());
  }

  @Override
  public synchronized Delivery send(List<OutboxEvent> events) {
    try {
      if (producer == null) {
        Optional<String> missing = topics.missing();
        if (missing.isPresent()) {
          return new Delivery.Failed(missing.get());
        }
        producer = RelayProducer.open(settings);
      }
      for (List<ProducerRecord<String, byte[]>> wave : waves(events)) {
        send(producer, wave);
      }
      return new Delivery.Done();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      return new Delivery.Failed("interrupted");
    } catch (ExecutionException e) {
      close();
      return new Delivery.Failed(String.valueOf(e.getCause()));
    } catch (KafkaException e) {
      close();
      return new Delivery.Failed(e.toString());
    }
  }

  /** Records in their order; the second of a key is in the second wave, and so on. */
  private List<List<ProducerRecord<String, byte[]>>> waves(List<OutboxEvent> events) {
    List<List<ProducerRecord<String, byte[]>>> waves = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (OutboxEvent event : events) {
      ProducerRecord<String, byte[]> record = record(event);
      int wave = seen.merge(record.key(), 1, Integer::sum);
      if (waves.size() < wave) {
        waves.add(new ArrayList<>());
      }
      waves.get(wave - 1).add(record);
    }
    return waves;
  }

  private static void send(
      Producer<String, byte[]> producer, List<ProducerRecord<String, byte[]>> wave)
      throws InterruptedException, ExecutionException {
    List<Future<RecordMetadata>> sent = new ArrayList<>(wave.size());
    for (ProducerRecord<String, byte[]> record : wave) {
      Future<RecordMetadata> one = producer.send(record);
      sent.add(one);
      if (one.state() == Future.State.FAILED) {
        // Each of the rest would wait as long as this one did.
        break;
      }
    }
    producer.flush();
    for (Future<RecordMetadata> one : sent) {
      var _ = one.get();
    }
  }

  private ProducerRecord<String, byte[]> record(OutboxEvent event) {
    return switch (event) {
      case OutboxEvent.OfSeat seat ->
          new ProducerRecord<>(
              names.seatEvents(), seat.event().show() + "/" + seat.seat(), json.of(event));
      case OutboxEvent.OfBooking booking ->
          new ProducerRecord<>(
              names.bookingEvents(), booking.booking().id().toString(), json.of(event));
    };
  }

  /** At once: what it has not sent is in the outbox. */
  @Override
  public synchronized void close() {
    Producer<String, byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }
}
