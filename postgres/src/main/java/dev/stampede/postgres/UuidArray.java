package dev.stampede.postgres;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A parameter of type {@code uuid[]}. On a connection that sends {@link #TYPE} in binary it travels
 * as its bytes: spelled out, as the driver would send it, PostgreSQL parses each id digit by digit,
 * and a claim has three. Elsewhere it is text.
 */
@SuppressWarnings("serial") // The driver's base class is serializable; a parameter never is.
final class UuidArray extends PGobject implements PGBinaryObject {

  /**
   * The type's number in every PostgreSQL, for the driver's property {@code binaryTransferEnable}.
   * The driver cannot read such arrays in binary, so it is set only where none is read.
   */
  static final int TYPE = 2951;

  private static final int UUID_TYPE = 2950;
  private static final int HEADER_BYTES = 5 * Integer.BYTES;
  private static final int UUID_BYTES = 2 * Long.BYTES;
  private static final int NULL_LENGTH = -1;

  private final @Nullable UUID[] values;

  UuidArray(@Nullable UUID[] values) {
    this.values = values;
    setType("_uuid");
  }

  @Override
  public String getValue() {
    return Stream.of(values).map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public int lengthInBytes() {
    int length = HEADER_BYTES;
    for (UUID value : values) {
      length += Integer.BYTES + (value == null ? 0 : UUID_BYTES);
    }
    return length;
  }

  /** One dimension, whether there are nulls, the elements' type, their number, the first index. */
  @Override
  public void toBytes(byte[] target, int offset) {
    ByteBuffer bytes = ByteBuffer.wrap(target, offset, target.length - offset);
    bytes.putInt(1).putInt(hasNulls() ? 1 : 0).putInt(UUID_TYPE).putInt(values.length).putInt(1);
    for (UUID value : values) {
      if (value == null) {
        bytes.putInt(NULL_LENGTH);
      } else {
        bytes
            .putInt(UUID_BYTES)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits());
      }
    }
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new IllegalStateException("an array of ids is only sent, never read");
  }

  private boolean hasNulls() {
    for (UUID value : values) {
      if (value == null) {
        return true;
      }
    }
    return false;
  }
}
