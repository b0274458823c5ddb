package dev.stampede.server.show;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's time as near as this process can tell without asking for it each time: what
 * answers carry as {@code now}, so that a countdown is right on whatever clock a client has.
 * Nothing is decided by it, but that a pass has expired may be said by it a moment too early.
 *
 * <p>It runs on this machine's monotonic clock and is set anew by the database about once a second
 * while somebody looks at it. Nobody waits for that but the very first.
 */
public final class SaleClock implements InstantSource {

  private static final Duration SET_EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET_SET_EVERY = Duration.ofSeconds(30);
  private static final Logger log = LoggerFactory.getLogger(SaleClock.class);

  private final Supplier<Instant> database;
  private final BooleanSupplier quiet;
  private final AtomicBoolean setting = new AtomicBoolean();
  private volatile Reading last;

  private record Reading(Instant time, long atNanos) {

    Duration age() {
      return Duration.ofNanos(System.nanoTime() - atNanos);
    }
  }

  /** Asks the database once before it returns. */
  public SaleClock(Supplier<Instant> database) {
    this(database, () -> false);
  }

  /**
   * The same, which is set less often while nobody but our own loops looks at it.
   *
   * @param quiet whether that is so
   */
  public SaleClock(Supplier<Instant> database, BooleanSupplier quiet) {
    this.database = database;
    this.quiet = quiet;
    this.last = read();
  }

  @Override
  public Instant instant() {
    Reading reading = last;
    Duration age = reading.age();
    if (age.compareTo(SET_EVERY) > 0 && isDue(age) && setting.compareAndSet(false, true)) {
      Thread.ofVirtual().name("sale-clock").start(this::set);
    }
    return reading.time().plus(age).truncatedTo(ChronoUnit.MILLIS);
  }

  private boolean isDue(Duration age) {
    return age.compareTo(QUIET_SET_EVERY) > 0 || !quiet.getAsBoolean();
  }

  private void set() {
    try {
      last = read();
    } catch (RuntimeException away) {
      log.debug("the time was not to be had; going on by our own clock", away);
    } finally {
      setting.set(false);
    }
  }

  /** The answer is taken for the time at the middle of the question. */
  private Reading read() {
    long asked = System.nanoTime();
    Instant time = database.get();
    return new Reading(time, asked + (System.nanoTime() - asked) / 2);
  }
}
