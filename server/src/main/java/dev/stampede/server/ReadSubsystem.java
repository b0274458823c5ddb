package dev.stampede.server;

import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseMonitor;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.ReadRouter;
import dev.stampede.postgres.Replica;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.http.Freshness;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The part of the wiring that knows where to read: whether the primary is there, how far behind the
 * replica is, and how old that makes what we show. A subsystem of {@link Wiring}.
 */
final class ReadSubsystem implements AutoCloseable {

  private static final Duration TIDY_EVERY = Duration.ofSeconds(1);

  private final ClosingStack started = new ClosingStack();
  private final DatabaseMonitor monitor;
  private final Optional<Replica> replica;
  private final ReadRouter reads;

  ReadSubsystem(
      Database database,
      Optional<DatabaseUrl> replicaUrl,
      Activity activity,
      MeterRegistry registry) {
    this.monitor = database.monitor();
    this.replica = replicaUrl.map(url -> started.add(new Replica(url, database)));
    this.reads = new ReadRouter(database, replica);
    activity.notQuietWhile(monitor::isAway);
    LoopInterval looks = activity.pace(DatabaseMonitor.LOOK_EVERY, DatabaseMonitor.QUIET_LOOK);
    started.add(Loop.start("database monitor", looks, monitor::look));
    Gauge.builder("stampede.database.away", monitor, seen -> seen.isAway() ? 1 : 0)
        .description("1 while the primary database cannot be written to")
        .register(registry);
    replica.ifPresent(
        copy -> {
          started.add(Loop.start("replica monitor", Replica.LOOK_EVERY, copy::look));
          started.add(Loop.start("recent writers", TIDY_EVERY, reads::tidy));
          Gauge.builder("stampede.replica.lag", copy, seen -> seen.behind().toMillis() / 1e3)
              .description("Time by which the replica is behind the primary")
              .baseUnit("seconds")
              .register(registry);
          counted(registry, "replica", ReadRouter::fromReplica);
          counted(registry, "primary", ReadRouter::fromPrimary);
        });
  }

  private void counted(MeterRegistry registry, String from, ToDoubleFunction<ReadRouter> count) {
    FunctionCounter.builder("stampede.reads", reads, count)
        .description("Lists and history, by where they were read")
        .tag("from", from)
        .register(registry);
  }

  ReadRouter reads() {
    return reads;
  }

  /** While the primary is away, nothing is newer than its last word, nor than the replica. */
  Freshness freshness() {
    return () -> monitor.isAway() ? Optional.of(age()) : Optional.empty();
  }

  private Duration age() {
    Duration silence = monitor.silence();
    return reads.behind().filter(behind -> behind.compareTo(silence) > 0).orElse(silence);
  }

  /** Notes who has claimed: such a buyer reads the result from the primary. */
  ClaimObserver observer() {
    return (claim, passage) -> reads.wrote(claim.buyer());
  }

  /** The replica, where there is one. */
  Optional<Dependency> part(Duration within) {
    return replica.map(
        copy -> new Dependency("postgresql-replica", false, () -> copy.ping(within)));
  }

  @Override
  public void close() {
    started.close();
  }
}
