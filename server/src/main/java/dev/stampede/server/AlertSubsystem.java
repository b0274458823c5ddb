package dev.stampede.server;

import dev.stampede.engine.alert.AlertStore;
import dev.stampede.engine.alert.Alerts;
import dev.stampede.engine.alert.Rule;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseTimeouts;
import dev.stampede.postgres.deployment.PostgresAlertStore;
import dev.stampede.server.alert.AlertRoutes;
import dev.stampede.server.alert.AlertRules;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.health.Health;
import dev.stampede.server.metrics.AlertMeters;
import dev.stampede.server.metrics.SaleAnswerCounts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The part of the wiring that watches all others: rules, the loops that look at them, and where
 * what fires is written down. A subsystem of {@link Wiring}.
 */
final class AlertSubsystem implements AutoCloseable {

  /** The parts that are watched. */
  record Watched(
      ClaimSubsystem claims,
      JobSubsystem jobs,
      RelaySubsystem relay,
      VerifySubsystem verify,
      RewindRecovery rewind,
      Activity activity) {}

  private static final Duration QUIET_TICK = Duration.ofSeconds(10);

  private final ClosingStack started = new ClosingStack();
  private final SaleAnswerCounts answers;
  private final AlertMeters meters;
  private final AlertStore store;
  private final Activity activity;
  private final InstantSource clock;
  private final List<Rule> rules = new ArrayList<>();
  private final AtomicReference<Alerts> alerts = new AtomicReference<>();

  /**
   * Gathers the rules; nobody looks at them yet.
   *
   * @param alertRows at so many events that have not been sent
   */
  AlertSubsystem(
      Database database,
      Watched watched,
      Health health,
      int alertRows,
      InstantSource clock,
      MeterRegistry registry) {
    this.store = new PostgresAlertStore(database);
    this.clock = clock;
    this.activity = watched.activity();
    this.answers = new SaleAnswerCounts(registry);
    this.meters = new AlertMeters(registry);
    DatabaseMeters.bind(registry, database);
    DatabaseTimeouts timeouts = database.timeouts();
    rules.addAll(
        AlertRules.ofThisServer(
            answers,
            watched.claims()::locks,
            () ->
                timeouts.count(DatabaseTimeouts.Kind.TRANSACTION)
                    + timeouts.count(DatabaseTimeouts.Kind.STATEMENT)
                    + timeouts.count(DatabaseTimeouts.Kind.SILENCE)));
    rules.addAll(
        AlertRules.ofAll(
            watched.relay()::lag,
            watched.relay()::isTooFarBehind,
            alertRows,
            watched.jobs()::figures,
            watched.verify()::known));
    rules.add(AlertRules.rewound(watched.rewind()::rewoundAt, clock));
    rules.addAll(AlertRules.ofServices(() -> awake(health.services())));
  }

  /** Keeps the pace of a sale while a service is down, so that it is checked as often. */
  private List<DependencyStatus> awake(List<DependencyStatus> services) {
    if (services.stream().anyMatch(service -> service.state().equals("down"))) {
      activity.signHere();
    }
    return services;
  }

  /** Returns the counters to which buyers' answers are to be reported. */
  SaleAnswerCounts answers() {
    return answers;
  }

  AlertRoutes routes() {
    return new AlertRoutes(
        store,
        () -> {
          Alerts looking = alerts.get();
          return looking == null ? List.of() : looking.own();
        });
  }

  /** Begins to look, now that this server has a name. */
  void start(String server) {
    Alerts looking = new Alerts(server, rules, store, clock);
    alerts.set(looking);
    meters.show(rules, looking::firing);
    activity.notQuietWhile(() -> !looking.firing().isEmpty());
    LoopInterval ticks = activity.pace(Alerts.TICK, QUIET_TICK);
    started.add(Loop.start("alert rules", ticks, looking::look));
    started.add(Loop.start("alert store", ticks, looking::write));
  }

  @Override
  public void close() {
    started.close();
  }
}
