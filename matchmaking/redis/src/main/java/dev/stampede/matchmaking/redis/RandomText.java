package dev.stampede.matchmaking.redis;

import java.security.SecureRandom;
import java.util.Base64;

/** Names that nobody guesses and nothing else has. */
final class RandomText {

  /** Twenty characters, 120 bits. */
  private static final int BYTES = 15;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private RandomText() {}

  static String fresh() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return TEXT.encodeToString(bytes);
  }
}
