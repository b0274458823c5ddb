package dev.stampede.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A value that is no text, read through a connection made for text. Nothing there: no bytes. */
public final class BytesOutput extends CommandOutput<String, String, byte[]> {

  public BytesOutput() {
    super(StringCodec.UTF8, new byte[0]);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (bytes != null) {
      output = new byte[bytes.remaining()];
      bytes.get(output);
    }
  }
}
