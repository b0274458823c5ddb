package dev.stampede.server.cache;

import java.time.Duration;

/**
 * The limits of a cache: how much it keeps, and for how long.
 *
 * @param entries the largest number of values; the least used go first
 * @param missing the largest number of keys that are remembered to have no value
 * @param freshFor the age from which a value that is asked for is read again in the background
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
