package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.requests.BookingRequestListener;
import dev.stampede.engine.requests.RequestWorker;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests out of Kafka and through the claims. The servers of a deployment share the
 * partitions as one consumer group; each reads its own, in order.
 *
 * <p>Offsets say where the next owner begins, and no more: they are written after the outcomes, so
 * that nothing is left out, and what is then read again is found to be decided. So it matters
 * neither when a server dies, nor whether one that was thought dead goes on for a while: it meets
 * the outcomes of the other, or the other meets its.
 */
public final class RequestIntake implements AutoCloseable {

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(RequestIntake.class);

  private final KafkaSettings settings;
  private final UUID deployment;
  private final Topics topics;
  private final Reading decisions;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable IntakeRound round;
  private boolean failing;

  /** Hears how far a partition has come. Be quick, do not throw. */
  @FunctionalInterface
  public interface Heard {

    /** All requests of the partition before this offset have an outcome. */
    void passed(int partition, long offset);
  }

  /**
   * The parts that read and decide requests.
   *
   * @param clock about the database's time
   */
  public record Reading(
      RequestRecords records,
      RequestWorker work,
      BookingRequestListener listener,
      Heard heard,
      InstantSource clock)
      implements PartitionWork.Decisions {

    @Override
    public RecordRead read(ConsumerRecord<String, byte[]> record) {
      RecordRead read = records.read(record);
      if (read instanceof RecordRead.PassedOver(String reason)) {
        listener.skipped(reason);
        log.warn(
            "skipped record {} of partition {} of {}: {}",
            record.offset(),
            record.partition(),
            record.topic(),
            reason);
      }
      return read;
    }

    @Override
    public int decide(int partition, List<BookingRequest> requests, BooleanSupplier goOn) {
      return work.decide(partition, requests, goOn);
    }

    @Override
    public void passed(int partition, long offset) {
      try {
        heard.passed(partition, offset);
      } catch (RuntimeException | Error e) {
        // The decisions stand; clients that watch them ask by themselves.
        log.warn(
            "cannot announce that partition {} is decided up to offset {}; clients learn it by"
                + " polling",
            partition,
            offset,
            e);
      }
    }
  }

  public RequestIntake(KafkaSettings settings, UUID deployment, Topics topics, Reading decisions) {
    this.settings = settings;
    this.deployment = deployment;
    this.topics = topics;
    this.decisions = decisions;
    this.thread = Thread.ofPlatform().daemon().name("request intake").start(this::run);
  }

  /** The consumer group of a deployment: its offsets say what its database has decided. */
  static String group(KafkaSettings settings, UUID deployment) {
    return settings.topics().prefix() + "requests." + deployment;
  }

  /** Returns how long the oldest request that this server is deciding has been waiting. */
  public Duration oldest() {
    Instant now = decisions.clock().instant();
    return Optional.ofNullable(round)
        .flatMap(IntakeRound::oldest)
        .map(acceptedAt -> Duration.between(acceptedAt, now))
        .filter(waited -> !waited.isNegative())
        .orElse(Duration.ZERO);
  }

  /**
   * Returns the reasons, in words for an operator, why partitions of this server are blocked; empty
   * while none is.
   */
  public List<String> stops() {
    return Optional.ofNullable(round).map(IntakeRound::blocked).orElse(List.of()).stream()
        .map(
            stop ->
                "partition %d is blocked at offset %d: %s"
                    .formatted(stop.partition(), stop.offset(), stop.why()))
        .toList();
  }

  private void run() {
    try {
      while (!isClosing()) {
        once();
        if (closing.await(AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads until we close, or something fails. */
  private void once() throws InterruptedException {
    try {
      Optional<String> missing = topics.missing();
      if (missing.isPresent()) {
        report(missing.get(), null);
      } else {
        read();
      }
    } catch (RuntimeException | Error e) {
      // The thread goes on after any failure: without it no request of these partitions is decided.
      report(String.valueOf(e.getMessage()), e);
    }
  }

  private void read() {
    try (Consumer<String, byte[]> consumer =
        IntakeConsumer.open(settings, group(settings, deployment))) {
      IntakeRound current =
          new IntakeRound(consumer, settings.topics().bookingRequests(), decisions);
      round = current;
      try {
        current.run(this::isClosing, this::works);
      } finally {
        current.end();
      }
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private void works() {
    if (failing) {
      failing = false;
      log.info("booking requests are read again");
    }
  }

  /** Once when it begins; not at every try. */
  private void report(String why, @Nullable Throwable cause) {
    if (!failing) {
      failing = true;
      log.warn("booking requests cannot be read for the moment: {}", why, cause);
    }
  }

  /** Requests that are being decided are decided and noted; the rest is for the other servers. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!thread.join(CLOSE_WITHIN)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
