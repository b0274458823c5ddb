package dev.stampede.server.limit;

import java.time.Duration;

/**
 * The limits for one client of a server; 0 means no limit.
 *
 * @param claimsPerSecond how often a buyer may claim, pay, give back and top up, with twice as many
 *     at once after a rest
 * @param streamsPerBuyer how many streams of their place in line a buyer may have open
 * @param streamsPerAddress how many streams of seats an address may have open
 * @param patience how long a claim waits for its turn, in all
 */
public record LimitSettings(
    int claimsPerSecond, int streamsPerBuyer, int streamsPerAddress, Duration patience) {

  public static final int MAX_CLAIMS_PER_SECOND = 100_000;
  public static final int MAX_STREAMS = 20_000;
  public static final Duration MIN_PATIENCE = Duration.ofMillis(100);
  public static final Duration MAX_PATIENCE = Duration.ofMinutes(1);

  public static final LimitSettings DEFAULT =
      new LimitSettings(100, 10, 2_000, Duration.ofSeconds(5));

  public LimitSettings {
    require("claims a second", claimsPerSecond, MAX_CLAIMS_PER_SECOND);
    require("streams of a buyer", streamsPerBuyer, MAX_STREAMS);
    require("streams of an address", streamsPerAddress, MAX_STREAMS);
    if (patience.compareTo(MIN_PATIENCE) < 0 || patience.compareTo(MAX_PATIENCE) > 0) {
      throw new IllegalArgumentException(
          "patience is %d ms; set %d..%d"
              .formatted(patience.toMillis(), MIN_PATIENCE.toMillis(), MAX_PATIENCE.toMillis()));
    }
  }

  private static void require(String what, int value, int most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException("%s: %d; set 0..%d".formatted(what, value, most));
    }
  }
}
