package dev.stampede.engine.claim;

import java.util.Optional;
import java.util.UUID;

/**
 * The form of our ids: made by us before the commit, so that the answer needs no word from the
 * database. They are names, not secrets: what they name is given to its owner alone. Nor can they
 * be guessed from one another, since people show them at doors.
 */
final class TimedUuid {

  private static final int TEXT_CHARS = 36;

  /**
   * Secure, since anybody who has seen a few numbers of a simple generator can foretell the next.
   */
  private static final RandomBytes RANDOM = new RandomBytes();

  private TimedUuid() {}

  /**
   * A new one in the form of a UUID version 7: the time in front keeps new rows together in the
   * index, and 74 random bits keep servers apart.
   */
  static UUID fresh(long unixMillis) {
    RandomBytes.Piece random = RANDOM.take();
    long high = (unixMillis << 16) | 0x7000 | (random.few() & 0x0FFF);
    long low = (random.many() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** Parses an id; empty for text that is not spelled as we spell ids. */
  static Optional<UUID> parse(String text) {
    if (text.length() != TEXT_CHARS) {
      return Optional.empty();
    }
    try {
      UUID value = UUID.fromString(text);
      return value.toString().equals(text) ? Optional.of(value) : Optional.empty();
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }
}
