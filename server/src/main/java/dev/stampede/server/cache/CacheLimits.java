package dev.stampede.server.cache;

import java.time.Duration;

/**
 * How much a cache keeps, and for how long.
 *
 * @param entries how many values; the least used go first
 * @param missing how many keys are remembered to have no value
 * @param freshFor how old a value may be before whoever asks has it read again behind their back
 * @param missingFor how long a key is believed to have no value
 */
public record CacheLimits(int entries, int missing, Duration freshFor, Duration missingFor) {

  public CacheLimits {
    if (entries < 1 || missing < 1) {
      throw new IllegalArgumentException(
          "entries is %d and missing is %d; set 1 or more".formatted(entries, missing));
    }
    if (!freshFor.isPositive() || !missingFor.isPositive()) {
      throw new IllegalArgumentException(
          "fresh-for is %s and missing-for is %s; both must be longer than nothing"
              .formatted(freshFor, missingFor));
    }
  }
}
