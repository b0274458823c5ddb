package dev.stampede.server;

import dev.stampede.postgres.deployment.DatabaseEpochs;
import dev.stampede.postgres.deployment.DatabaseEpochs.Epoch;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of the wiring that watches for a database that was rewound, and then lets everything
 * that remembers it start over. A subsystem of {@link Wiring}.
 */
final class RewindRecovery implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RewindRecovery.class);

  private final DatabaseEpochs epochs;
  private final List<LongConsumer> startOver;
  private final Loop loop;
  private long followed;

  /**
   * Begins to watch.
   *
   * @param startOver what is told of a new epoch, in this order; once more if one of them fails
   */
  RewindRecovery(
      DatabaseEpochs epochs,
      List<LongConsumer> startOver,
      Activity activity,
      MeterRegistry registry) {
    this.epochs = epochs;
    this.startOver = List.copyOf(startOver);
    this.followed = epochs.current().number();
    Gauge.builder("stampede.database.epoch", epochs, seen -> seen.current().number())
        .description("Epoch of the database: 1, or the second since 1970 in which the last began")
        .register(registry);
    LoopInterval looks = activity.pace(DatabaseEpochs.LOOK_EVERY, DatabaseEpochs.QUIET_LOOK);
    this.loop = Loop.start("database epoch", looks, this::tick);
  }

  private void tick() throws SQLException {
    epochs.look();
    long epoch = epochs.current().number();
    if (epoch != followed) {
      startOver.forEach(each -> each.accept(epoch));
      followed = epoch;
      log.warn("this server has started over in epoch {} of the database", epoch);
    }
  }

  /** Returns the time at which the database was last found to be rewound, if ever. */
  Optional<Instant> rewoundAt() {
    Epoch epoch = epochs.current();
    return epoch.isFirst() ? Optional.empty() : Optional.of(epoch.begunAt());
  }

  @Override
  public void close() {
    loop.close();
  }
}
