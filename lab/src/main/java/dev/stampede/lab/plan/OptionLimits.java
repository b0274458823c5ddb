package dev.stampede.lab.plan;

import java.time.Duration;

/**
 * The limits of the options. With more the machine would be measured instead of the way, or a run
 * would not end today.
 */
public final class OptionLimits {

  public static final Count SEATS = new Count("--seats", 1, 10_000);
  public static final Count BUYERS = new Count("--buyers", 1, 10_000);
  public static final Count SEATS_PER_BUYER = new Count("--seats-per-buyer", 1, 8);
  public static final Count MAX_ATTEMPTS = new Count("--max-attempts", 1, 1_000);
  public static final Count POLL_LIMIT = new Count("--poll-limit", 1, 100_000);
  public static final Count GHOSTS = new Count("--ghosts", 0, 1_000);
  public static final Count REPEAT = new Count("--repeat", 1, 100);

  /** Each pool takes so many at most, and PostgreSQL here has 150 in all. */
  public static final Count CONNECTIONS = new Count("--connections", 2, 64);

  public static final Span POLL_INTERVAL =
      new Span("--poll-interval", Duration.ofMillis(1), Duration.ofMinutes(1));
  public static final Span QUEUE_EXPIRY =
      new Span("--queue-expiry", Duration.ofMillis(1), Duration.ofHours(1));
  public static final Span THINK_TIME =
      new Span("--think-time", Duration.ZERO, Duration.ofSeconds(10));

  /** The same bounds as the lock library's. */
  public static final Span LOCK_TTL =
      new Span("--lock-ttl", Duration.ofMillis(100), Duration.ofHours(1));

  public static final Span LOCK_WAIT =
      new Span("--lock-wait", Duration.ofMillis(10), Duration.ofMinutes(10));

  private OptionLimits() {}
}
