package dev.stampede.server.config;

import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.waitingroom.RoomSettings;
import java.time.Duration;

/**
 * How it is sold: the line in front, the claims behind it, and what is told of them.
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
   * How much may wait.
   *
   * @param outboxAlertRows at so many events that have not been sent we alert
   * @param requestLagLimit so many booking requests may wait in Kafka; more are not accepted
   */
  public record Backlogs(int outboxAlertRows, int requestLagLimit) {}

  public int outboxAlertRows() {
    return backlogs.outboxAlertRows();
  }

  public int requestLagLimit() {
    return backlogs.requestLagLimit();
  }
}
