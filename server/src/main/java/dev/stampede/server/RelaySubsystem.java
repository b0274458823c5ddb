package dev.stampede.server;

import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.events.OutboxMonitor;
import dev.stampede.engine.events.Relay;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaEvents;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.events.PostgresLeases;
import dev.stampede.postgres.events.PostgresOutbox;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.server.metrics.RelayMeters;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * The part of the wiring that tells others what was sold: the outbox, the leases, Kafka, and the
 * loops between them. A subsystem of {@link Wiring}.
 */
final class RelaySubsystem implements AutoCloseable {

  /** The stores that it uses. */
  record Stores(Database database, PostgresShows shows, KafkaCluster kafka) {}

  private final ClosingStack started = new ClosingStack();
  private final RelayMeters meters;
  private final OutboxMonitor monitor;
  private final Loop sending;

  RelaySubsystem(
      Stores stores,
      KafkaSettings kafka,
      int alertRows,
      Activity activity,
      MeterRegistry registry) {
    meters = new RelayMeters(registry);
    PostgresOutbox outbox = started.add(new PostgresOutbox(stores.database(), stores.shows()));
    Relay relay =
        started.add(
            new Relay(
                outbox,
                new KafkaEvents(stores.kafka(), kafka),
                new PostgresLeases(stores.database()),
                meters));
    meters.owned(relay, Relay::owned);
    monitor = new OutboxMonitor(outbox, meters, alertRows);
    loop("range leases", activity.pace(Relay.SHARE_EVERY, Relay.QUIET_SHARE), relay::share);
    sending =
        started.add(
            Loop.start("event relay", activity.pace(Relay.TICK, Relay.QUIET_TICK), relay::tick));
    LoopInterval looks = activity.pace(OutboxMonitor.LOOK_EVERY, OutboxMonitor.QUIET_LOOK);
    loop("outbox monitor", looks, monitor::tick);
  }

  private void loop(String name, LoopInterval pace, Loop.Tick tick) {
    started.add(Loop.start(name, pace, tick));
  }

  /** This server has committed something to tell. Called for every group: waits for nobody. */
  void wake() {
    sending.wake();
  }

  /** Returns the lag of the outbox, as last seen. */
  OutboxLag lag() {
    return meters.lag();
  }

  /** True if the outbox lags too far behind. */
  boolean isTooFarBehind() {
    return monitor.isAlerted();
  }

  /** The loops stop before the relay does, which finishes its batches and leaves its ranges. */
  @Override
  public void close() {
    started.close();
  }
}
