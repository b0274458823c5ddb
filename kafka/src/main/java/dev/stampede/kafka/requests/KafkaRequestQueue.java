package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.requests.RequestQueue;
import dev.stampede.kafka.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Kafka as the place where requests wait. One producer for all who ask at once: theirs share a
 * batch, as claims share a commit. It repeats what was not answered without writing it twice, so
 * that one acceptance is one record.
 */
public final class KafkaRequestQueue implements RequestQueue, AutoCloseable {

  /** A buyer waits for it: what is not acknowledged by then is not known to be there. */
  private static final Duration DELIVERY = Duration.ofSeconds(5);

  private static final Duration REQUEST = Duration.ofSeconds(2);

  /** The longest wait to find a partition's broker, or for room in the buffer. */
  private static final Duration BLOCK = Duration.ofSeconds(1);

  /** The producer's own time-out comes first, and the caller's deadline before that. */
  private static final Duration ANSWER = DELIVERY.plusSeconds(2);

  private static final Duration RECONNECT_AT_MOST_EVERY = Duration.ofSeconds(1);
  private static final int LINGER_MILLIS = 1;
  private static final int BATCH_BYTES = 64 * 1024;
  private static final int BUFFER_BYTES = 16 * 1024 * 1024;

  private final String topic;
  private final RequestRecords records;
  private final Producer<String, byte[]> producer;

  public KafkaRequestQueue(KafkaSettings settings, RequestRecords records) {
    this.topic = settings.topics().bookingRequests();
    this.records = records;
    this.producer = open(settings);
  }

  private static Producer<String, byte[]> open(KafkaSettings settings) {
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.joined());
    config.put(ProducerConfig.CLIENT_ID_CONFIG, "stampede-requests");
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) BUFFER_BYTES);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK.toMillis());
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY.toMillis());
    config.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_AT_MOST_EVERY.toMillis());
    config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
  }

  @Override
  public Sent send(String key, BookingRequest request) {
    ProducerRecord<String, byte[]> record = records.write(topic, key, request);
    Future<RecordMetadata> sent;
    try {
      sent = producer.send(record);
    } catch (KafkaException | IllegalStateException e) {
      return new Sent.NotSent(String.valueOf(e.getMessage()));
    }
    // A send that fails before it returns has not left this process.
    return sent.state() == Future.State.FAILED
        ? new Sent.NotSent(String.valueOf(sent.exceptionNow().getMessage()))
        : await(sent);
  }

  private static Sent await(Future<RecordMetadata> sent) {
    Duration wait = RequestDeadline.left(ANSWER);
    try {
      RecordMetadata written = sent.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return new Sent.Queued(written.partition(), written.offset());
    } catch (ExecutionException e) {
      return new Sent.Unanswered(String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      return new Sent.Unanswered("no answer within " + wait.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Sent.Unanswered("interrupted");
    }
  }

  /**
   * Callers that still wait for an acknowledgement get it, within the time that they would have.
   */
  @Override
  public void close() {
    producer.close(DELIVERY);
  }
}
