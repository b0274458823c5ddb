package dev.stampede.engine.claim;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Random bytes that nobody can foretell, drawn many at a time.
 *
 * <p>The JDK's generator lets one caller in at a time, and mixes a block for every few bytes: in a
 * crowd, each of whom needs ten, callers would wait for each other. Here they take bytes drawn in
 * advance by counting up, and only a caller that finds none left draws again.
 */
final class RandomBytes {

  /** The number of bytes in one piece: a short and a long. */
  static final int PIECE = Short.BYTES + Long.BYTES;

  static final int PIECES = 512;

  private final SecureRandom source = new SecureRandom();
  private final ReentrantLock drawing = new ReentrantLock();
  private volatile Block block = new Block(new byte[0]);

  private static final class Block {
    private final ByteBuffer bytes;
    private final AtomicInteger taken = new AtomicInteger();

    private Block(byte[] bytes) {
      this.bytes = ByteBuffer.wrap(bytes);
    }
  }

  /** One piece. */
  record Piece(short few, long many) {}

  Piece take() {
    while (true) {
      Block current = block;
      int at = current.taken.getAndIncrement() * PIECE;
      if (at < current.bytes.capacity()) {
        return new Piece(current.bytes.getShort(at), current.bytes.getLong(at + Short.BYTES));
      }
      draw(current);
    }
  }

  private void draw(Block empty) {
    drawing.lock();
    try {
      if (block == empty) {
        byte[] fresh = new byte[PIECE * PIECES];
        source.nextBytes(fresh);
        block = new Block(fresh);
      }
    } finally {
      drawing.unlock();
    }
  }
}
