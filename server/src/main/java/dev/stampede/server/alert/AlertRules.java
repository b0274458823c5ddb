package dev.stampede.server.alert;

import dev.stampede.engine.alert.Reading;
import dev.stampede.engine.alert.Rule;
import dev.stampede.engine.alert.Rule.Hysteresis;
import dev.stampede.engine.alert.Severity;
import dev.stampede.engine.events.OutboxLag;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.jobs.JobAdmin;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.metrics.ClaimMeters;
import dev.stampede.server.metrics.SaleAnswerCounts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The rules that alert operators. The response to each alert stands in {@code docs/operating.md},
 * and the same limits in {@code docs/monitoring/stampede.rules.yaml}.
 */
public final class AlertRules {

  static final double LEAST_SUCCESS = 0.95;

  /** Of fewer, one that failed would be more than a twentieth. */
  static final long FROM_ANSWERS = 20;

  static final double MOST_LOCK_FAILURES = 0.10;
  static final long FROM_LOCKS = 100;
  static final Duration OLDEST_EVENT = Duration.ofSeconds(60);
  static final Duration LATEST_JOB = Duration.ofSeconds(60);

  /** So long it is said that the database was rewound: somebody has to compare by hand. */
  static final Duration REWOUND_FOR = Duration.ofHours(1);

  /** So many drifts are named in the alert; the table has them all. */
  public static final int DRIFTS_NAMED = 5;

  /** Rates are of a whole minute and do not jump; to be fine again they take a minute more. */
  private static final Hysteresis RATE =
      new Hysteresis(Duration.ofSeconds(10), Duration.ofSeconds(60));

  private static final Hysteresis AT_ONCE = new Hysteresis(Duration.ZERO, Duration.ofSeconds(60));
  private static final Hysteresis LAG =
      new Hysteresis(Duration.ofSeconds(10), Duration.ofSeconds(30));
  private static final Hysteresis SERVICE =
      new Hysteresis(Duration.ofSeconds(5), Duration.ofSeconds(15));

  private AlertRules() {}

  /** Returns the rules on the answers and waits of this server's buyers. */
  public static List<Rule> ofThisServer(
      SaleAnswerCounts answers, Supplier<ClaimMeters.SeatLocks> locks, LongSupplier timeouts) {
    return List.of(
        successRate(answers),
        lockRate(
            "lock-contention", Severity.NOTICE, locks, "were refused by another buyer's lock", 1),
        lockRate("lock-faults", Severity.WARNING, locks, "were not answered by Redis", 2),
        timeouts(timeouts));
  }

  private static Rule successRate(SaleAnswerCounts answers) {
    CounterDeltas minute = new CounterDeltas(System::nanoTime, answers::confirmed, answers::failed);
    return new Rule(
        "success-rate",
        Severity.CRITICAL,
        false,
        RATE,
        () -> {
          List<Long> grown = minute.look();
          long failed = grown.get(1);
          long all = grown.get(0) + failed;
          double rate = all == 0 ? 1 : (double) grown.get(0) / all;
          return all < FROM_ANSWERS || rate >= LEAST_SUCCESS
              ? Reading.fine()
              : Reading.bad(
                  rate,
                  LEAST_SUCCESS,
                  "%s of %d requests succeeded in the last minute, not counting refusals by a rule; %d failed (5xx, timed out or unknown)"
                      .formatted(percent(rate), all, failed));
        });
  }

  /** Both of all that were tried: what is refused and what is not answered is apart. */
  private static Rule lockRate(
      String name,
      Severity severity,
      Supplier<ClaimMeters.SeatLocks> locks,
      String what,
      int which) {
    CounterDeltas minute =
        new CounterDeltas(
            System::nanoTime,
            () -> locks.get().all(),
            () -> locks.get().contention(),
            () -> locks.get().fault());
    return new Rule(
        name,
        severity,
        false,
        RATE,
        () -> {
          List<Long> grown = minute.look();
          long tried = grown.getFirst();
          double rate = tried == 0 ? 0 : (double) grown.get(which) / tried;
          return tried < FROM_LOCKS || rate <= MOST_LOCK_FAILURES
              ? Reading.fine()
              : Reading.bad(
                  rate,
                  MOST_LOCK_FAILURES,
                  "%s of %d seat locks tried in the last minute %s"
                      .formatted(percent(rate), tried, what));
        });
  }

  private static Rule timeouts(LongSupplier timeouts) {
    CounterDeltas minute = new CounterDeltas(System::nanoTime, timeouts);
    return new Rule(
        "transaction-timeouts",
        Severity.CRITICAL,
        false,
        AT_ONCE,
        () -> {
          long grown = minute.look().getFirst();
          return grown == 0
              ? Reading.fine()
              : Reading.bad(
                  (double) grown,
                  0,
                  "%d claim transactions exceeded their timeout in the last minute"
                      .formatted(grown));
        });
  }

  /** Returns the rules on figures that all servers see alike. */
  public static List<Rule> ofAll(
      Supplier<OutboxLag> lag,
      BooleanSupplier tooMany,
      int alertRows,
      Supplier<JobAdmin.Figures> jobs,
      Supplier<DriftStore.KnownDrifts> drift) {
    return List.of(
        shared(
            "events-late",
            LAG,
            () ->
                lag.get().age().compareTo(OLDEST_EVENT) <= 0
                    ? Reading.fine()
                    : Reading.bad(
                        seconds(lag.get().age()),
                        seconds(OLDEST_EVENT),
                        "the oldest event that is not yet in Kafka has waited %d s; sales continue"
                            .formatted(lag.get().age().toSeconds()))),
        shared(
            "events-waiting",
            LAG,
            () ->
                !tooMany.getAsBoolean()
                    ? Reading.fine()
                    : Reading.bad(
                        lag.get().rows(),
                        alertRows,
                        "%d events or more wait for Kafka; sales continue and the table 'outbox' grows"
                            .formatted(lag.get().rows()))),
        shared(
            "jobs-dead",
            AT_ONCE,
            () ->
                jobs.get().dead() == 0
                    ? Reading.fine()
                    : Reading.bad(
                        jobs.get().dead(),
                        0,
                        "%d jobs are dead; retry or drop them".formatted(jobs.get().dead()))),
        shared(
            "jobs-late",
            LAG,
            () ->
                jobs.get().lag().compareTo(LATEST_JOB) <= 0
                    ? Reading.fine()
                    : Reading.bad(
                        seconds(jobs.get().lag()),
                        seconds(LATEST_JOB),
                        "the oldest due job has waited %d s; %d workers are running jobs"
                            .formatted(jobs.get().lag().toSeconds(), jobs.get().workers()))),
        new Rule("drift", Severity.CRITICAL, true, AT_ONCE, () -> drift(drift.get())));
  }

  private static Rule shared(String name, Hysteresis hysteresis, Supplier<? extends Reading> look) {
    return new Rule(name, Severity.WARNING, true, hysteresis, look);
  }

  private static Reading drift(DriftStore.KnownDrifts known) {
    return known.rows() == 0
        ? Reading.fine()
        : Reading.bad(
            (double) known.rows(),
            0,
            "stored data disagrees in %d places: %s%s"
                .formatted(
                    known.rows(),
                    known.first().stream().map(Drift::toString).collect(Collectors.joining("; ")),
                    known.rows() > known.first().size() ? "; …" : ""));
  }

  /** The rule for acknowledged sales that may be gone, since a moment that all servers know. */
  public static Rule rewound(Supplier<Optional<Instant>> rewoundAt, InstantSource clock) {
    return new Rule(
        "database-rewound",
        Severity.CRITICAL,
        true,
        AT_ONCE,
        () ->
            rewoundAt
                .get()
                .filter(at -> at.plus(REWOUND_FOR).isAfter(clock.instant()))
                .map(
                    at ->
                        Reading.bad(
                            1,
                            0,
                            "PostgreSQL was rewound, found at %s; acknowledged sales may be missing: compare with Kafka and with the payment provider"
                                .formatted(at)))
                .orElseGet(Reading::fine));
  }

  /** One rule for each service that the server leans on, as it sees it. */
  public static List<Rule> ofServices(Supplier<List<DependencyStatus>> services) {
    List<Rule> rules = new ArrayList<>();
    for (DependencyStatus service : services.get()) {
      rules.add(
          new Rule(
              service.name() + "-down",
              service.required() ? Severity.CRITICAL : Severity.WARNING,
              false,
              SERVICE,
              () -> down(service.name(), services.get())));
    }
    return rules;
  }

  private static Reading down(String name, List<DependencyStatus> services) {
    return services.stream()
        .filter(service -> service.name().equals(name))
        .filter(service -> !service.state().equals("up"))
        .findFirst()
        .map(
            service ->
                Reading.bad(
                    0,
                    1,
                    service.reason() == null
                        ? "%s does not answer this server".formatted(service.name())
                        : "%s is down: %s".formatted(service.name(), service.reason())))
        .orElseGet(Reading::fine);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static String percent(double rate) {
    return String.format(Locale.ROOT, "%.1f %%", rate * 100);
  }
}
