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
 *
 * <p>It stops in front of a record that may be an accepted request and cannot be decided here, and
 * looks at it again every {@link #AGAIN_AFTER}. Nothing behind it is decided or noted as done, so
 * that whichever server has the partition next begins with that record.
 */
final class PartitionWork {

  /** One that is worked on has left; so there is always the next, and never a heap of them. */
  private static final int BATCHES_AHEAD = 2;

  /** New records and a stop end this wait early. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(30);

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(PartitionWork.class);

  private static final long NOTHING = -1;

  private final int partition;
  private final Decisions decisions;
  private final BlockingQueue<List<ConsumerRecord<String, byte[]>>> batches =
      new ArrayBlockingQueue<>(BATCHES_AHEAD);
  private final Thread thread;
  private volatile boolean stopped;
  private volatile long next = NOTHING;
  private volatile Optional<Instant> oldest = Optional.empty();
  private volatile Optional<Stop> blocked = Optional.empty();

  /** A record that nothing behind it is decided before, and why it is not decided itself. */
  record Stop(int partition, long offset, String why) {}

  /** Reads and decides records; all partitions share it. */
  interface Decisions {

    /** Says what a record is, and whether it is to be decided. */
    RecordRead read(ConsumerRecord<String, byte[]> record);

    /** Decides them in order, and says how many from the first on have an outcome. */
    int decide(int partition, List<BookingRequest> requests, BooleanSupplier goOn);

    /** All before this offset have an outcome. */
    void passed(int partition, long offset);
  }

  PartitionWork(int partition, Decisions decisions) {
    this.partition = partition;
    this.decisions = decisions;
    this.thread = Thread.ofVirtual().name("requests-" + partition).start(this::work);
  }

  /** True if it wants no more records for the moment. */
  boolean isFull() {
    return batches.remainingCapacity() == 0;
  }

  /** Takes records that follow those it has; only while it is not full. */
  void add(List<ConsumerRecord<String, byte[]>> records) {
    batches.add(List.copyOf(records));
  }

  /**
   * The offset at which the next reader of this partition has to begin; empty while nothing is
   * done.
   */
  OptionalLong next() {
    long at = next;
    return at == NOTHING ? OptionalLong.empty() : OptionalLong.of(at);
  }

  /** Returns when the oldest request being decided was accepted; empty when there is none. */
  Optional<Instant> oldest() {
    return oldest;
  }

  /** The record that it has stopped in front of, if it has. */
  Optional<Stop> blocked() {
    return blocked;
  }

  /** Takes no more records; what is being decided is decided. */
  void stop() {
    stopped = true;
    // Without room it is not waiting.
    var _ = batches.offer(List.of());
    LockSupport.unpark(thread);
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
        int done = 0;
        while (batch != null && done < batch.size() && !stopped) {
          done += handled(batch.subList(done, batch.size()));
          if (done < batch.size() && !stopped) {
            LockSupport.parkNanos(AGAIN_AFTER.toNanos());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Handles a batch and returns how many records, from the first on, are done. Nothing goes on
   * behind a batch that failed, not even with an {@link Error}: the work tries it again, and finds
   * what was already decided.
   */
  private int handled(List<ConsumerRecord<String, byte[]>> batch) {
    try {
      return handle(batch);
    } catch (RuntimeException | Error e) {
      log.error("a batch of requests of partition {} failed; the server retries", partition, e);
      return 0;
    }
  }

  private int handle(List<ConsumerRecord<String, byte[]>> batch) {
    List<BookingRequest> requests = new ArrayList<>(batch.size());
    List<Long> offsets = new ArrayList<>(batch.size());
    int end = 0;
    Optional<Stop> found = Optional.empty();
    while (end < batch.size() && found.isEmpty()) {
      ConsumerRecord<String, byte[]> record = batch.get(end);
      switch (decisions.read(record)) {
        case RecordRead.Request(BookingRequest request) -> {
          requests.add(request);
          offsets.add(record.offset());
          end++;
        }
        case RecordRead.PassedOver _ -> end++;
        case RecordRead.NotYet(String why) ->
            found = Optional.of(new Stop(partition, record.offset(), why));
      }
    }
    oldest = requests.stream().map(BookingRequest::acceptedAt).min(Instant::compareTo);
    int done = requests.isEmpty() ? 0 : decisions.decide(partition, requests, () -> !stopped);
    oldest = Optional.empty();
    if (done < requests.size()) {
      next = offsets.get(done);
    } else {
      next = found.map(Stop::offset).orElseGet(() -> batch.getLast().offset() + 1);
      say(found);
    }
    if (end > 0) {
      decisions.passed(partition, next);
    }
    return end;
  }

  /** Once for each record that it stops at, not at every look. */
  private void say(Optional<Stop> found) {
    Optional<Stop> before = blocked;
    blocked = found;
    if (found.isPresent()
        && before.map(Stop::offset).filter(at -> at == found.get().offset()).isEmpty()) {
      log.error(
          "partition {} of the booking requests is blocked at offset {}: {}",
          partition,
          found.get().offset(),
          found.get().why());
    } else if (found.isEmpty() && before.isPresent()) {
      log.info("partition {} of the booking requests resumed", partition);
    }
  }
}
