package dev.stampede.server.config;

import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.waitingroom.RoomSettings;
import java.time.Duration;

/**
 * The settings of a sale: the line in front, the claims behind it, and the events about them.
 *
 * @param limits what one client may take
 * @param backlogs how much may wait for Kafka and in it
 * @param quietAfter how long nobody may be there before periodic work slows down
 * @param explainRefusals whether each refused claim is explained in the log from the start
 */
public record SaleSettings(
    ClaimSettings claims,
    RoomSettings rooms,
    LimitSettings limits,
    Backlogs backlogs,
    Duration quietAfter,
    boolean explainRefusals) {

  public static final int DEFAULT_OUTBOX_ALERT_ROWS = 100_000;
  public static final int MAX_OUTBOX_ALERT_ROWS = 10_000_000;
  public static final int DEFAULT_REQUEST_LAG_LIMIT = 100_000;
  public static final int MAX_REQUEST_LAG_LIMIT = 10_000_000;
  public static final Duration DEFAULT_QUIET_AFTER = Duration.ofSeconds(30);

  /**
   * The limits of backlogs.
   *
   * @param outboxAlertRows the number of unsent events at which the server alerts
   * @param requestLagLimit the number of booking requests that may wait in Kafka; more are not
   *     accepted
   */
  public record Backlogs(int outboxAlertRows, int requestLagLimit) {}

  public int outboxAlertRows() {
    return backlogs.outboxAlertRows();
  }

  public int requestLagLimit() {
    return backlogs.requestLagLimit();
  }
}
