package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the messages of one direction of a connection to PostgreSQL, however they are cut into
 * pieces. Only the bodies of some types are kept; all others are skipped by their length.
 */
final class PostgresMessages {

  private static final int HEAD = 5;
  private static final int LENGTH_AT_START = 4;

  /** Enough for the text of any statement; of a longer body the rest is not seen. */
  private static final int MOST_KEPT = 64 * 1024;

  /** Takes a message: its type, or 0 for the ones that begin a connection, and its body. */
  interface Reader {

    /** Returns true if the next message has no type, as while a connection begins. */
    boolean read(char type, String body);
  }

  private final String kept;
  private final Reader reader;
  private boolean untyped;
  private final AtomicInteger skipped = new AtomicInteger();
  private byte[] head = new byte[HEAD];
  private int headFilled;
  private byte[] body = new byte[0];
  private int bodyFilled;
  private long left = -1;

  /**
   * A reader of messages.
   *
   * @param kept the types whose bodies are wanted
   * @param untyped true if the first message has no type
   */
  PostgresMessages(String kept, boolean untyped, Reader reader) {
    this.kept = kept;
    this.untyped = untyped;
    this.reader = reader;
  }

  /** The next byte belongs to no message; the other direction's thread may say so. */
  void skipOne() {
    skipped.incrementAndGet();
  }

  void take(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (left < 0 && headFilled == 0 && skipped.get() > 0) {
        skipped.decrementAndGet();
        at++;
      } else if (left < 0) {
        at += takeHead(bytes, at);
      } else {
        at += takeBody(bytes, at);
      }
      if (left == 0) {
        finish();
      }
    }
  }

  private int takeHead(byte[] bytes, int at) {
    int size = untyped ? LENGTH_AT_START : HEAD;
    int taken = Math.min(size - headFilled, bytes.length - at);
    System.arraycopy(bytes, at, head, headFilled, taken);
    headFilled += taken;
    if (headFilled == size) {
      int from = size - Integer.BYTES;
      left = Math.max(0, integer(head, from) - (long) Integer.BYTES);
      boolean wanted = untyped || kept.indexOf(head[0]) >= 0;
      body = new byte[wanted ? (int) Math.min(left, MOST_KEPT) : 0];
      bodyFilled = 0;
    }
    return taken;
  }

  private int takeBody(byte[] bytes, int at) {
    int taken = (int) Math.min(left, bytes.length - at);
    int keeping = Math.min(taken, body.length - bodyFilled);
    System.arraycopy(bytes, at, body, bodyFilled, keeping);
    bodyFilled += keeping;
    left -= taken;
    return taken;
  }

  private void finish() {
    char type = untyped ? 0 : (char) head[0];
    boolean wanted = untyped || kept.indexOf(type) >= 0;
    left = -1;
    headFilled = 0;
    head = new byte[HEAD];
    if (wanted) {
      untyped = reader.read(type, new String(Arrays.copyOf(body, bodyFilled), ISO_8859_1));
    }
  }

  static int integer(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at);
  }
}
