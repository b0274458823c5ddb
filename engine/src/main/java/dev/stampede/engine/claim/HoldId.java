package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A hold's id: made by us before the commit, so that the answer needs no word from the database.
 */
public record HoldId(UUID value) {

  private static final int TEXT_CHARS = 36;

  /**
   * A new one in the form of a UUID version 7: the time in front keeps new rows together in the
   * index, and 74 random bits keep servers apart. It is a name, not a secret.
   */
  public static HoldId fresh(long unixMillis) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = (unixMillis << 16) | 0x7000 | random.nextInt(0x1000);
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new HoldId(new UUID(high, low));
  }

  /** Empty for what no hold was ever called. */
  public static Optional<HoldId> parse(String text) {
    if (text.length() != TEXT_CHARS) {
      return Optional.empty();
    }
    try {
      UUID value = UUID.fromString(text);
      return value.toString().equals(text) ? Optional.of(new HoldId(value)) : Optional.empty();
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
