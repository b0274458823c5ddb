package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition while it is this server's: a thread that takes its records through the claims in
 * their order, batch after batch, and notes how far it has come.
 */
final class PartitionWork {

  /** One that is worked on has left; so there is always the next, and never a heap of them. */
  private static final int BATCHES_AHEAD = 2;

  private static final Duration IDLE_LOOK = Duration.ofMillis(100);

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(PartitionWork.class);

  private static final long NOTHING = -1;

  private final int partition;
  private final Desk desk;
  private final BlockingQueue<List<ConsumerRecord<String, byte[]>>> batches =
      new ArrayBlockingQueue<>(BATCHES_AHEAD);
  private final Thread thread;
  private volatile boolean stopped;
  private volatile long next = NOTHING;
  private volatile Optional<Instant> oldest = Optional.empty();

  /** What is done with records; shared by all partitions. */
  interface Desk {

    /** The request that a record is, if it is one to be decided. */
    Optional<BookingRequest> read(ConsumerRecord<String, byte[]> record);

    /** Decides them in order, and says how many from the first on have an outcome. */
    int decide(int partition, List<BookingRequest> requests, BooleanSupplier goOn);

    /** All before this offset have an outcome. */
    void passed(int partition, long offset);
  }

  PartitionWork(int partition, Desk desk) {
    this.partition = partition;
    this.desk = desk;
    this.thread = Thread.ofVirtual().name("requests-" + partition).start(this::work);
  }

  /** Whether it wants no more for the moment. */
  boolean isFull() {
    return batches.remainingCapacity() == 0;
  }

  /** Takes records that follow those it has; only while it is not full. */
  void add(List<ConsumerRecord<String, byte[]>> records) {
    batches.add(List.copyOf(records));
  }

  /** Where whoever reads this partition next has to begin; empty while nothing is done. */
  OptionalLong next() {
    long at = next;
    return at == NOTHING ? OptionalLong.empty() : OptionalLong.of(at);
  }

  /** When the oldest of those was accepted that are being decided; empty when none is. */
  Optional<Instant> oldest() {
    return oldest;
  }

  /** Takes nothing more in hand; what is being decided is decided. */
  void stop() {
    stopped = true;
  }

  /** Waits until it has stopped; false when that took too long. */
  boolean awaitEnd(Duration patience) {
    try {
      return thread.join(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void work() {
    try {
      while (!stopped) {
        List<ConsumerRecord<String, byte[]>> batch =
            batches.poll(IDLE_LOOK.toMillis(), TimeUnit.MILLISECONDS);
        while (batch != null && !stopped && !isDecided(batch)) {
          LockSupport.parkNanos(AGAIN_AFTER.toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nobody goes on behind a batch that broke: it is tried again, and finds what was decided. */
  private boolean isDecided(List<ConsumerRecord<String, byte[]>> batch) {
    try {
      decide(batch);
      return true;
    } catch (RuntimeException e) {
      log.error("a batch of requests of partition {} broke and is tried again", partition, e);
      return false;
    }
  }

  private void decide(List<ConsumerRecord<String, byte[]>> batch) {
    List<BookingRequest> requests = new ArrayList<>(batch.size());
    List<Long> offsets = new ArrayList<>(batch.size());
    for (ConsumerRecord<String, byte[]> record : batch) {
      Optional<BookingRequest> request = desk.read(record);
      if (request.isPresent()) {
        requests.add(request.get());
        offsets.add(record.offset());
      }
    }
    oldest = requests.stream().map(BookingRequest::acceptedAt).min(Instant::compareTo);
    int done = desk.decide(partition, requests, () -> !stopped);
    next = done < requests.size() ? offsets.get(done) : batch.getLast().offset() + 1;
    oldest = Optional.empty();
    desk.passed(partition, next);
  }
}
