package dev.stampede.testkit;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Names that no other test uses. */
final class RandomName {

  private RandomName() {}

  static String withPrefix(String prefix) {
    return prefix + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
