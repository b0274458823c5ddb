package dev.stampede.consumer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's side of a reader: fetches, as long as there is room for what it fetches, and tells Kafka
 * how far we are, after the database knows it. That is only to begin in about the right place the
 * next time: what was handled is known by the inbox.
 */
final class Intake<E> implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Intake.class);

  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final Duration STAND_STILL = Duration.ofSeconds(5);
  private static final byte[] NOTHING = {};

  private final Consumer<byte[], byte[]> kafka;
  private final Subscription<E> subscription;
  private final Backlog<E> backlog;
  private final Map<TopicPartition, OffsetAndMetadata> unsaid = new HashMap<>();
  private final Map<TopicPartition, Long> pausedUntil = new HashMap<>();
  private volatile boolean open = true;

  Intake(Subscription<E> subscription, ReaderSettings settings, Backlog<E> backlog) {
    this.subscription = subscription;
    this.backlog = backlog;
    this.kafka =
        new KafkaConsumer<>(
            ConsumerConfigs.of(settings, subscription.name()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    kafka.subscribe(subscription.topics(), new Partitions());
  }

  /** Follows the partitions as they change owners. */
  private final class Partitions implements ConsumerRebalanceListener {

    /** The next owner begins where we stop; if we cannot say it, it will find repeats. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> gone) {
      say(ANSWER);
      forget(gone);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> gone) {
      forget(gone);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> ours) {
      if (!backlog.isEmpty()) {
        kafka.pause(ours);
      }
    }

    private void forget(Collection<TopicPartition> gone) {
      Set<TopicPartition> all = Set.copyOf(gone);
      backlog.forget(place -> all.contains(partition(place)));
      unsaid.keySet().removeAll(all);
      pausedUntil.keySet().removeAll(all);
    }
  }

  /**
   * Fetches into the backlog, if that is empty. If not, it only gives Kafka a sign that we are at
   * work, for as long.
   */
  void poll(Duration within) {
    Set<TopicPartition> ours = kafka.assignment();
    if (backlog.isEmpty()) {
      kafka.resume(flowing(ours));
      kafka.pause(still());
    } else {
      kafka.pause(ours);
    }
    List<Incoming<E>> fetched = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : kafka.poll(within)) {
      fetched.add(Incoming.of(message(record), subscription.format()));
    }
    backlog.add(fetched);
  }

  private Set<TopicPartition> flowing(Set<TopicPartition> ours) {
    pausedUntil.values().removeIf(until -> System.nanoTime() - until >= 0);
    Set<TopicPartition> flowing = new HashSet<>(ours);
    flowing.removeAll(pausedUntil.keySet());
    return flowing;
  }

  private Set<TopicPartition> still() {
    return Set.copyOf(pausedUntil.keySet());
  }

  private static Message message(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value() == null ? NOTHING : record.value();
    return new Message(
        new Message.Place(record.topic(), record.partition(), record.offset()),
        KeyText.of(record.key()),
        value,
        Instant.ofEpochMilli(Math.max(0, record.timestamp())));
  }

  /** These are in the database for good. */
  void done(List<Incoming<E>> messages) {
    for (Incoming<E> incoming : messages) {
      Message.Place place = incoming.message().place();
      unsaid.put(partition(place), new OffsetAndMetadata(place.offset() + 1));
    }
    Map<TopicPartition, OffsetAndMetadata> said = Map.copyOf(unsaid);
    kafka.commitAsync(
        said,
        (unusedOffsets, failure) -> {
          if (failure != null) {
            log.debug("Kafka does not know yet how far we are: {}", said, failure);
          } else {
            said.forEach(unsaid::remove);
          }
        });
  }

  /** Lets a partition stand still from this message on, for a while. */
  void standStill(Message.Place from) {
    TopicPartition partition = partition(from);
    backlog.forget(place -> partition(place).equals(partition));
    pausedUntil.put(partition, System.nanoTime() + STAND_STILL.toNanos());
    kafka.seek(partition, from.offset());
  }

  Set<TopicPartition> ours() {
    return kafka.assignment();
  }

  /** Returns the end offsets of our partitions; empty while no broker answers. */
  Map<TopicPartition, Long> ends() {
    Set<TopicPartition> ours = ours();
    try {
      return ours.isEmpty() ? Map.of() : kafka.endOffsets(ours, ANSWER);
    } catch (TimeoutException away) {
      log.debug("no broker says where the partitions end", away);
      return Map.of();
    }
  }

  /** The first of each partition that is not handled, as far as that is known. */
  Map<TopicPartition, Long> handled() {
    Map<TopicPartition, Long> handled = new HashMap<>();
    for (TopicPartition partition : ours()) {
      Predicate<Message.Place> inIt = place -> partition(place).equals(partition);
      try {
        long at =
            backlog
                .first(inIt)
                .map(Message.Place::offset)
                .orElseGet(() -> kafka.position(partition, ANSWER));
        handled.put(partition, at);
      } catch (TimeoutException away) {
        log.debug("no broker says where we are in {}", partition, away);
      }
    }
    return handled;
  }

  private void say(Duration within) {
    if (unsaid.isEmpty()) {
      return;
    }
    try {
      kafka.commitSync(Map.copyOf(unsaid), within);
      unsaid.clear();
    } catch (KafkaException notNow) {
      log.debug("Kafka did not store the offsets; some messages will repeat", notNow);
    }
  }

  private static TopicPartition partition(Message.Place place) {
    return new TopicPartition(place.topic(), place.partition());
  }

  /** Ends a poll under way; any thread may call it. */
  void wakeUp() {
    if (open) {
      kafka.wakeup();
    }
  }

  @Override
  public void close() {
    open = false;
    try {
      say(ANSWER);
    } finally {
      kafka.close(CloseOptions.timeout(FAREWELL));
    }
  }
}
