package dev.stampede.matchmaking.ticket;

import java.util.Arrays;

/** A value that only its owner understands, and the name of its type: carried, never read. */
public final class TypedBytes {

  public static final int MAX_TYPE_CHARS = 512;

  private final String type;
  private final byte[] bytes;

  /**
   * A value.
   *
   * @param type as in the {@code type_url} of protobuf's Any
   */
  public TypedBytes(String type, byte[] bytes) {
    if (type.length() > MAX_TYPE_CHARS) {
      throw new IllegalArgumentException(
          "a type's name has %d characters; it has at most %d"
              .formatted(type.length(), MAX_TYPE_CHARS));
    }
    this.type = type;
    this.bytes = bytes.clone();
  }

  public String type() {
    return type;
  }

  /** A copy. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The number of bytes. */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TypedBytes that
        && type.equals(that.type)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "%s (%d bytes)".formatted(type, bytes.length);
  }
}
