package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import java.time.Instant;
import java.util.Arrays;

/**
 * A buyer who was taken out of the line; the server records this before it settles it.
 *
 * @param epoch the line's epoch at that time
 * @param passUntil the expiry of the pass, for buyers let in; otherwise the beginning of time
 */
public record LineExit(Kind kind, long number, int epoch, Instant passUntil, Buyer buyer) {

  /** The reason. */
  public enum Kind {
    ADMITTED('a'),
    LEFT('l'),
    EXPIRED('e'),
    /** The place was given up for an older one of the same buyer. */
    EXCHANGED('x'),
    /** The buyer gave up the pass, not the place. */
    PASS_GIVEN_UP('v');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    /** The letter that is stored for this kind. */
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

  public static LineExit away(Kind kind, long number, int epoch, Buyer buyer) {
    return new LineExit(kind, number, epoch, Instant.EPOCH, buyer);
  }
}
