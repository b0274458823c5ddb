package dev.stampede.kafka.requests;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer from its first poll to its last: hands records to the work of their partition, lets
 * a partition wait that has enough records, and writes offsets down behind the work.
 *
 * <p>All of it happens on the thread that polls, as Kafka's consumer wants it, changes of
 * partitions included.
 */
final class IntakeRound implements ConsumerRebalanceListener {

  private static final Duration POLL_IDLE = Duration.ofMillis(500);
  private static final Duration POLL_BUSY = Duration.ofMillis(10);
  private static final Duration NOTE_EVERY = Duration.ofMillis(100);

  /**
   * The longest wait for all partitions given up together; the next owner finds later decisions
   * made.
   */
  private static final Duration GIVE_UP_WITHIN = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(IntakeRound.class);

  private final Consumer<String, byte[]> consumer;
  private final String topic;
  private final PartitionWork.Decisions decisions;
  private final Map<TopicPartition, PartitionWork> works = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> noted = new HashMap<>();
  private long notedAtNanos = System.nanoTime();

  IntakeRound(Consumer<String, byte[]> consumer, String topic, PartitionWork.Decisions decisions) {
    this.consumer = consumer;
    this.topic = topic;
    this.decisions = decisions;
  }

  /** Returns when the oldest request that this server is deciding was accepted. */
  Optional<Instant> oldest() {
    return works.values().stream()
        .map(PartitionWork::oldest)
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** The records that partitions of this server have stopped in front of. */
  List<PartitionWork.Stop> blocked() {
    return works.values().stream()
        .map(PartitionWork::blocked)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingInt(PartitionWork.Stop::partition))
        .toList();
  }

  /** Runs until it is to end, or Kafka throws. */
  void run(BooleanSupplier ending, Runnable works) {
    consumer.subscribe(List.of(topic), this);
    while (!ending.getAsBoolean()) {
      tick();
      works.run();
    }
  }

  private void tick() {
    boolean busy = works.values().stream().anyMatch(work -> work.oldest().isPresent());
    ConsumerRecords<String, byte[]> records = consumer.poll(busy ? POLL_BUSY : POLL_IDLE);
    for (TopicPartition partition : records.partitions()) {
      PartitionWork work = works.get(partition);
      if (work != null) {
        work.add(records.records(partition));
      }
    }
    holdBack();
    if (System.nanoTime() - notedAtNanos > NOTE_EVERY.toNanos()) {
      note();
    }
  }

  private void holdBack() {
    works.forEach(
        (partition, work) -> {
          boolean paused = consumer.paused().contains(partition);
          if (work.isFull() && !paused) {
            consumer.pause(List.of(partition));
          } else if (!work.isFull() && paused) {
            consumer.resume(List.of(partition));
          }
        });
  }

  private void note() {
    notedAtNanos = System.nanoTime();
    Map<TopicPartition, OffsetAndMetadata> news = news(works.keySet());
    if (!news.isEmpty()) {
      consumer.commitAsync(
          news,
          (offsets, failure) -> {
            if (failure != null) {
              log.debug("offsets {} were not written; the next time will do", offsets, failure);
              offsets.keySet().forEach(noted::remove);
            }
          });
    }
  }

  /** Returns the offsets of the partitions whose work has advanced since the last commit. */
  private Map<TopicPartition, OffsetAndMetadata> news(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> news = new HashMap<>();
    for (TopicPartition partition : partitions) {
      PartitionWork work = works.get(partition);
      OptionalLong next = work == null ? OptionalLong.empty() : work.next();
      if (next.isPresent() && !Objects.equals(noted.get(partition), next.getAsLong())) {
        noted.put(partition, next.getAsLong());
        news.put(partition, new OffsetAndMetadata(next.getAsLong()));
      }
    }
    return news;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      noted.remove(partition);
      works.put(partition, new PartitionWork(partition.partition(), decisions));
    }
    log.info("this server decides the booking requests of partitions {}", sorted());
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    giveUp(partitions, true);
  }

  /** Another reader owns them already, and begins where we last noted. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    giveUp(partitions, false);
  }

  private void giveUp(Collection<TopicPartition> partitions, boolean note) {
    List<PartitionWork> ending =
        partitions.stream().map(works::get).filter(Objects::nonNull).toList();
    ending.forEach(PartitionWork::stop);
    long end = System.nanoTime() + GIVE_UP_WITHIN.toNanos();
    for (PartitionWork work : ending) {
      if (!work.awaitEnd(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
        log.warn(
            "a batch is still being decided while this server gives its partition up; each request"
                + " is decided once, here or by the next owner");
      }
    }
    Map<TopicPartition, OffsetAndMetadata> news = news(partitions);
    partitions.forEach(works::remove);
    if (note && !news.isEmpty()) {
      try {
        consumer.commitSync(news);
      } catch (KafkaException e) {
        log.debug("offsets were not written; what was decided will be found decided", e);
      }
    }
  }

  private List<Integer> sorted() {
    return works.keySet().stream().map(TopicPartition::partition).sorted().toList();
  }

  /** Gives up what it still has. */
  void end() {
    giveUp(List.copyOf(works.keySet()), true);
  }
}
