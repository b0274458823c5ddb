package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import java.time.Instant;
import java.util.Arrays;

/**
 * Somebody who was taken out of the line, which is to be written down before it is settled.
 *
 * @param epoch in which it happened
 * @param passUntil until when the pass is good, of those let in; otherwise the beginning of time
 */
public record Moved(Kind kind, long number, int epoch, Instant passUntil, Buyer buyer) {

  /** Why. */
  public enum Kind {
    ADMITTED('a'),
    LEFT('l'),
    EXPIRED('e'),
    /** The place was given up for an older one of the same buyer. */
    EXCHANGED('x'),
    /** Not the place but the pass was given up. */
    PASS_GIVEN_UP('v');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    /** As it is stored. */
    public String letter() {
      return String.valueOf(letter);
    }

    public static Kind of(String letter) {
      return Arrays.stream(values())
          .filter(kind -> kind.letter().equals(letter))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no kind has the letter " + letter));
    }
  }

  public static Moved away(Kind kind, long number, int epoch, Buyer buyer) {
    return new Moved(kind, number, epoch, Instant.EPOCH, buyer);
  }
}
