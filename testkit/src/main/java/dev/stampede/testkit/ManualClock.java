package dev.stampede.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved; safe to read from many threads. */
public final class ManualClock extends Clock {

  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  private ManualClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  public static ManualClock at(Instant start) {
    return new ManualClock(new AtomicReference<>(start), ZoneOffset.UTC);
  }

  public void advance(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** The same time in another zone: moving one moves both. */
  @Override
  public Clock withZone(ZoneId other) {
    return new ManualClock(now, other);
  }
}
