package dev.stampede.engine.waitingroom.draw;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The secret part of a leaf, which hides the buyer: without it, anybody who knows the names of all
 * buyers could find each in the published leaves. Written, it is 32 hexadecimal digits.
 */
public final class Nonce {

  static final int BYTES = 16;

  private final byte[] bytes;

  private Nonce(byte[] bytes) {
    this.bytes = bytes;
  }

  static Nonce of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a nonce has %d bytes; it has %d".formatted(bytes.length, BYTES));
    }
    return new Nonce(bytes.clone());
  }

  /** Empty unless the text is exactly 32 hexadecimal digits. */
  public static Optional<Nonce> parse(String hex) {
    return Hex.parse(hex, BYTES).map(Nonce::new);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Nonce nonce && Arrays.equals(bytes, nonce.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The nonce in the form that a place token contains. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
