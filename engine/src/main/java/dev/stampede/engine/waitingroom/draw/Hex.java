package dev.stampede.engine.waitingroom.draw;

import java.util.HexFormat;
import java.util.Optional;

/** Parses bytes that come from outside as hexadecimal digits. */
final class Hex {

  private Hex() {}

  /** Empty unless the text is exactly this number of bytes. */
  static Optional<byte[]> parse(String hex, int bytes) {
    return hex.length() == 2 * bytes && hex.chars().allMatch(HexFormat::isHexDigit)
        ? Optional.of(HexFormat.of().parseHex(hex))
        : Optional.empty();
  }
}
