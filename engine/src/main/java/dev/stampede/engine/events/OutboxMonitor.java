package dev.stampede.engine.events;

import java.time.Duration;

/** Tells how far behind others are, and whether that is too far. */
public final class OutboxMonitor {

  public static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /** The same while nobody is there. */
  public static final Duration QUIET_LOOK = Duration.ofSeconds(60);

  private final Outbox outbox;
  private final RelayListener listener;
  private final int alertRows;
  private volatile boolean alerted;

  /**
   * @param alertRows at so many rows it is too far, until it is down to half of them: at the limit
   *     itself that would change with every look
   */
  public OutboxMonitor(Outbox outbox, RelayListener listener, int alertRows) {
    if (alertRows < 1) {
      throw new IllegalArgumentException(
          "the outbox warns at %d rows; give 1 or more".formatted(alertRows));
    }
    this.outbox = outbox;
    this.listener = listener;
    this.alertRows = alertRows;
  }

  /** True if the backlog has exceeded its limit and has not been small enough since. */
  public boolean isAlerted() {
    return alerted;
  }

  /** Looks once. It counts a little beyond the limit and no further. */
  public void tick() {
    OutboxLag lag = outbox.lag(alertRows * 2L > Integer.MAX_VALUE ? alertRows : alertRows * 2);
    listener.lag(lag);
    if (!alerted && lag.rows() >= alertRows) {
      alerted = true;
    } else if (alerted && lag.rows() <= alertRows / 2) {
      alerted = false;
    }
  }
}
