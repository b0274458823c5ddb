package dev.stampede.kafka;

import dev.stampede.engine.events.Delivery;
import dev.stampede.engine.events.EventChannel;
import dev.stampede.engine.events.OutboxEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/**
 * One range's way into Kafka: a transaction for each batch.
 *
 * <p>There is one answer to everything that fails: the producer is closed, and the next one, under
 * the same name, begins by settling what is open. That is right for a send that failed, which is
 * undone by it, and for a commit that nobody answered, which must not be undone: if the broker has
 * decided to commit, the next producer waits until that is done; if it has never heard of it, it is
 * undone. Either way what comes next is read from the outbox anew, where nothing is missing.
 */
final class KafkaChannel implements EventChannel {

  private final Topics topics;
  private final EventJson json;
  private final TopicSettings names;
  private final Supplier<Producer<String, byte[]>> opening;
  private @Nullable Producer<String, byte[]> producer;

  KafkaChannel(
      Topics topics,
      EventJson json,
      TopicSettings names,
      Supplier<Producer<String, byte[]>> opening) {
    this.topics = topics;
    this.json = json;
    this.names = names;
    this.opening = opening;
  }

  @Override
  public synchronized Delivery ready() {
    if (producer != null) {
      return new Delivery.Done();
    }
    try {
      Optional<String> missing = topics.missing();
      if (missing.isPresent()) {
        return new Delivery.Failed(missing.get());
      }
      Producer<String, byte[]> opened = opening.get();
      producer = opened;
      opened.initTransactions();
      return new Delivery.Done();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Delivery.Failed("interrupted");
    } catch (KafkaException e) {
      return failed(e);
    }
  }

  @Override
  public synchronized Delivery send(List<OutboxEvent> events) {
    Producer<String, byte[]> open = producer;
    if (open == null) {
      return new Delivery.Failed("the channel is closed");
    }
    try {
      open.beginTransaction();
      for (OutboxEvent event : events) {
        Future<RecordMetadata> sent = open.send(record(event));
        if (sent.state() == Future.State.FAILED) {
          // The commit will fail and say why. Each of the rest would wait as long as this one did.
          break;
        }
      }
      open.commitTransaction();
      return new Delivery.Done();
    } catch (KafkaException e) {
      return failed(e);
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

  private Delivery failed(KafkaException failure) {
    close();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProducerFencedException
          || cause instanceof InvalidProducerEpochException) {
        return new Delivery.TakenOver(String.valueOf(cause.getMessage()));
      }
    }
    return new Delivery.Failed(String.valueOf(failure.getMessage()));
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
