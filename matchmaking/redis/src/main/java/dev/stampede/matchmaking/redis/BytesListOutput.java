package dev.stampede.matchmaking.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several values that are no text, in their order. Nothing there: no bytes. */
final class BytesListOutput extends CommandOutput<String, String, List<byte[]>> {

  private static final byte[] NOTHING = {};

  BytesListOutput() {
    super(StringCodec.UTF8, new ArrayList<>());
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (bytes == null) {
      output.add(NOTHING);
    } else {
      byte[] value = new byte[bytes.remaining()];
      bytes.get(value);
      output.add(value);
    }
  }
}
