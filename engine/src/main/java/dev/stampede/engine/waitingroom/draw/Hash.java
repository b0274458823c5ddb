package dev.stampede.engine.waitingroom.draw;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** A SHA-256 sum: a commitment, a leaf or a root. Written, it is 64 hexadecimal digits. */
public final class Hash implements Comparable<Hash> {

  public static final int BYTES = 32;

  private final byte[] bytes;

  private Hash(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Hash of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a hash has %d bytes; it has %d".formatted(bytes.length, BYTES));
    }
    return new Hash(bytes.clone());
  }

  /** The hash at this offset of an array of many. */
  static Hash at(byte[] many, int offset) {
    return new Hash(Arrays.copyOfRange(many, offset, offset + BYTES));
  }

  /** Empty unless the text is exactly 64 hexadecimal digits. */
  public static Optional<Hash> parse(String hex) {
    return Hex.parse(hex, BYTES).map(Hash::new);
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  void copyTo(byte[] many, int offset) {
    System.arraycopy(bytes, 0, many, offset, BYTES);
  }

  /** Compares the first bytes that differ, as unsigned. */
  @Override
  public int compareTo(Hash other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hash hash && Arrays.equals(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
