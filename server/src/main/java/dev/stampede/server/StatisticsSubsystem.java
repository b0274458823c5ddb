package dev.stampede.server;

import dev.stampede.consumer.Batch;
import dev.stampede.consumer.Beginning;
import dev.stampede.consumer.ConsumerAdmin;
import dev.stampede.consumer.EventReader;
import dev.stampede.consumer.ReaderSettings;
import dev.stampede.consumer.Subscription;
import dev.stampede.engine.sale.ToldBooking;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.ToldBookingFormat;
import dev.stampede.kafka.TopicSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.deployment.DatabaseEpochs;
import dev.stampede.postgres.deployment.StoredDeployment;
import dev.stampede.postgres.sale.BookingRecount;
import dev.stampede.postgres.sale.BookingStatistics;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.metrics.ConsumerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The part of the wiring that listens to what we tell others of bookings, and counts them. A
 * subsystem of {@link Wiring}.
 *
 * <p>It is the deployment's own proof that what it tells can be heard: how many bookings it has
 * heard of, its lag, and messages that it could not read are shown. Changes of seats are counted
 * where they are told, which costs a sale less than hearing of each of them.
 *
 * <p>All servers are one group: each partition is read by one of them. Topics keep their messages
 * for a while only, so a booking may be heard of first when it is cancelled.
 */
final class StatisticsSubsystem implements AutoCloseable {

  /** The stores that it uses. */
  record Stores(Database database, DatabaseEpochs epochs, KafkaCluster kafka) {}

  /**
   * Some two thousand events, as they are compressed. In return bookings may be counted a second
   * late.
   */
  private static final Batch BATCH = new Batch(1_000, 128 * 1024);

  private static final Duration BEGIN_AGAIN = Duration.ofSeconds(1);
  private static final Duration FIGURES_EVERY = Duration.ofSeconds(5);
  private static final Duration QUIET_FIGURES = Duration.ofSeconds(60);

  private final ClosingStack started = new ClosingStack();
  private final KafkaCluster kafka;
  private final TopicSettings topics;
  private final Subscription<ToldBooking> subscription;
  private final ReaderSettings settings;
  private final DataSource source;
  private final ConsumerMeters meters;
  private final ConsumerAdmin admin;
  private @Nullable EventReader reader;

  StatisticsSubsystem(
      Stores stores, KafkaSettings kafka, Activity activity, MeterRegistry registry) {
    this.kafka = stores.kafka();
    this.topics = kafka.topics();
    this.source = stores.database().source();
    this.subscription =
        new Subscription<>(
            BookingStatistics.CONSUMER,
            List.of(topics.bookingEvents()),
            new ToldBookingFormat(),
            BookingStatistics::add);
    this.settings =
        ReaderSettings.of(
                String.join(",", kafka.bootstrapServers()),
                "%s%s.%s"
                    .formatted(
                        topics.prefix(),
                        BookingStatistics.CONSUMER,
                        StoredDeployment.id(stores.database())))
            .with(Beginning.ANYWHERE)
            .with(BATCH);
    this.meters = new ConsumerMeters(registry, BookingStatistics.CONSUMER);
    this.admin = ConsumerAdmin.of(subscription, settings, source);
    BookingRecount recount = new BookingRecount(stores.database(), topics.bookingEvents());
    started.add(
        Loop.start(
            "booking recount",
            activity.pace(DatabaseEpochs.LOOK_EVERY, DatabaseEpochs.QUIET_LOOK),
            () -> recount.upTo(stores.epochs().current().number())));
    LoopInterval looks = activity.pace(FIGURES_EVERY, QUIET_FIGURES);
    started.add(Loop.start("consumer figures", looks, () -> meters.see(admin.figures())));
    started.add(Loop.start("statistics", activity.pace(BEGIN_AGAIN, FIGURES_EVERY), this::begin));
  }

  /** Begins to read once there is something to read from. */
  private synchronized void begin() throws InterruptedException {
    if (reader != null) {
      return;
    }
    Optional<String> missing = kafka.createTopics(topics);
    if (missing.isPresent()) {
      throw new ServerException("statistics cannot start without their topics: " + missing.get());
    }
    reader = EventReader.start(subscription, settings, source, meters);
  }

  ConsumerAdmin admin() {
    return admin;
  }

  /** Nothing begins any more; then what has begun ends. */
  @Override
  public void close() {
    started.close();
    synchronized (this) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
