package dev.stampede.bench.locks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A stream to or from Redis: whole values one after the other (RESP 2 and 3). */
final class RespStream {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final BufferedInputStream in;
  private final ByteArrayOutputStream value = new ByteArrayOutputStream();

  RespStream(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** The next value, byte for byte; waits for it. */
  byte[] next() throws IOException {
    value.reset();
    read();
    return value.toByteArray();
  }

  /** True if the next value has begun to arrive. */
  boolean hasMore() throws IOException {
    return in.available() > 0;
  }

  private void read() throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException();
    }
    value.write(type);
    String rest = line();
    switch (type) {
      case '$', '=', '!' -> bulk(Integer.parseInt(rest));
      case '*', '~', '>' -> several(Integer.parseInt(rest));
      case '%', '|' -> several(2 * Integer.parseInt(rest));
      default -> {
        // A simple value, whole in its line.
      }
    }
  }

  private void several(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      read();
    }
  }

  private void bulk(int length) throws IOException {
    if (length >= 0) {
      byte[] bytes = in.readNBytes(length + 2);
      value.writeBytes(bytes);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      value.write(next);
      if (next != '\r') {
        line.append((char) next);
      }
    }
    value.write('\n');
    return line.toString();
  }
}
