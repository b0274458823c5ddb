package dev.stampede.crowd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One stream that is listened to; it belongs to the thread of its selector. */
final class ListeningStream {

  /** The result of the last step. */
  enum Happened {
    NOTHING,
    OPENED,
    REFUSED,
    ENDED
  }

  private static final String GOOD = "HTTP/1.1 200";
  private static final String EVENT = "event:";

  private final ByteBuffer out;
  private @Nullable SocketChannel channel;
  private boolean opened;

  /** The number of characters of the status line that have been seen to be good. */
  private int status;

  /**
   * The number of characters of {@code event:} that this line has begun with; -1 once it is another
   * line.
   */
  private int matched;

  private int events;

  ListeningStream(RenderedRequest request) {
    this.out = request.bytes();
  }

  Happened open(Selector selector, Target target) {
    try {
      SocketChannel made = SocketChannel.open();
      channel = made;
      made.configureBlocking(false);
      boolean connected = made.connect(target.address());
      SelectionKey key =
          made.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      return connected ? write(made, key) : Happened.NOTHING;
    } catch (IOException e) {
      return Happened.REFUSED;
    }
  }

  Happened ready(SelectionKey key, ByteBuffer in) {
    SocketChannel open = channel;
    if (open == null || !key.isValid()) {
      return Happened.NOTHING;
    }
    try {
      if (key.isConnectable()) {
        open.finishConnect();
        return write(open, key);
      }
      if (key.isWritable()) {
        return write(open, key);
      }
      in.clear();
      if (open.read(in) < 0) {
        return over();
      }
      return heard(in.flip());
    } catch (IOException e) {
      return over();
    }
  }

  private Happened write(SocketChannel open, SelectionKey key) throws IOException {
    open.write(out);
    key.interestOps(out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    return Happened.NOTHING;
  }

  private Happened over() {
    return opened ? Happened.ENDED : Happened.REFUSED;
  }

  private Happened heard(ByteBuffer in) {
    while (status < GOOD.length() && in.hasRemaining()) {
      if (in.get() != GOOD.charAt(status)) {
        return Happened.REFUSED;
      }
      status++;
    }
    boolean news = !opened && status == GOOD.length();
    opened |= news;
    while (in.hasRemaining()) {
      count(in.get());
    }
    return news ? Happened.OPENED : Happened.NOTHING;
  }

  private void count(byte next) {
    if (next == '\n') {
      matched = 0;
    } else if (matched >= 0) {
      matched = next == EVENT.charAt(matched) ? matched + 1 : -1;
      if (matched == EVENT.length()) {
        events++;
        matched = -1;
      }
    }
  }

  /** Those heard since the last time. */
  int takeEvents() {
    int heard = events;
    events = 0;
    return heard;
  }

  void close() {
    SocketChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Closing a socket that is already broken: there is nothing left to lose or to tell.
      }
    }
  }
}
