package dev.stampede.engine.seats;

import java.time.Duration;

/**
 * The limits of what is kept in memory.
 *
 * @param maxBoards how many shows; one more and the least lately used goes
 * @param idle how long one that nobody asks for is kept
 * @param checkEvery how often one in use is compared with the database
 * @param logLength how many pieces of news can be continued from
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
          "idle is %s and check-every %s; both are longer than nothing"
              .formatted(idle, checkEvery));
    }
    if (logLength < 1) {
      throw new IllegalArgumentException("log length is " + logLength + "; set 1 or more");
    }
  }

  /** The usual limits; compared with the database as often as the shared copy ends. */
  public static BoardSettings checkedEvery(Duration seatCacheTtl) {
    return new BoardSettings(DEFAULT_MAX_BOARDS, DEFAULT_IDLE, seatCacheTtl, DEFAULT_LOG_LENGTH);
  }
}
