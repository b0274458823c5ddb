package dev.stampede.engine.seats;

import java.time.Duration;

/**
 * The limits of the boards in memory.
 *
 * @param maxBoards the most boards in memory; one more evicts the least recently used
 * @param idle the time for which an unused board is kept
 * @param checkEvery the time between two comparisons of a board in use with the database
 * @param logLength the number of latest pieces of news from which a reader can continue
 */
public record BoardSettings(int maxBoards, Duration idle, Duration checkEvery, int logLength) {

  public static final int DEFAULT_MAX_BOARDS = 256;
  public static final Duration DEFAULT_IDLE = Duration.ofMinutes(5);
  public static final int DEFAULT_LOG_LENGTH = 5_000;

  public BoardSettings {
    if (maxBoards < 1) {
      throw new IllegalArgumentException("max boards is " + maxBoards + "; set 1 or more");
    }
    if (!idle.isPositive() || !checkEvery.isPositive()) {
      throw new IllegalArgumentException(
          "idle is %s and check-every %s; set both above zero".formatted(idle, checkEvery));
    }
    if (logLength < 1) {
      throw new IllegalArgumentException("log length is " + logLength + "; set 1 or more");
    }
  }

  /** The usual limits; boards are compared with the database as often as the shared copy ends. */
  public static BoardSettings checkedEvery(Duration seatCacheTtl) {
    return new BoardSettings(DEFAULT_MAX_BOARDS, DEFAULT_IDLE, seatCacheTtl, DEFAULT_LOG_LENGTH);
  }
}
