package dev.stampede.crowd;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One keep-alive connection with at most one request under way; opened when first needed, opened
 * again when the server has closed it. It belongs to the thread of its selector.
 */
final class Connection {

  /** Told how a request ended, on the selector's thread. */
  interface Listener {

    /** The view is good until this returns or the next request is sent. */
    void answered(Response response);

    /** May come while the request is still being sent, so it must not send another. */
    void failed(Failure failure, String detail);
  }

  /** An answer is kept whole in memory; what exceeds this is a failure of its own kind. */
  static final int MAX_ANSWER_BYTES = 4 << 20;

  private static final int FIRST_BUFFER_BYTES = 4 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Selector selector;
  private final Target target;
  private final Listener listener;
  private final ResponseParser parser = new ResponseParser();

  private ByteBuffer in = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
  private ByteBuffer out = NOTHING;
  private @Nullable SocketChannel channel;
  private @Nullable SelectionKey key;
  private boolean busy;
  private long deadlineNanos;

  Connection(Selector selector, Target target, Listener listener) {
    this.selector = selector;
    this.target = target;
    this.listener = listener;
  }

  boolean busy() {
    return busy;
  }

  /** Sends a request whose answer must be whole before the deadline. */
  void send(RenderedRequest request, long deadlineNanos) {
    if (busy) {
      throw new IllegalStateException(
          "a request is under way on this connection; send one at a time");
    }
    busy = true;
    this.deadlineNanos = deadlineNanos;
    out = request.bytes();
    in.clear();
    parser.reset(request.answeredWithoutBody());
    if (channel == null) {
      connect();
    } else {
      write(channel);
    }
  }

  /** Something happened on the socket. */
  void ready() {
    SelectionKey ready = key;
    SocketChannel open = channel;
    if (ready == null || open == null || !ready.isValid()) {
      return;
    }
    int operations = ready.readyOps();
    if ((operations & SelectionKey.OP_CONNECT) != 0) {
      finishConnecting(open);
    } else if ((operations & SelectionKey.OP_READ) != 0) {
      read(open);
    } else if ((operations & SelectionKey.OP_WRITE) != 0) {
      write(open);
    }
  }

  /** Gives up on a request whose deadline has passed, and on its connection. */
  void expire(long nowNanos) {
    if (busy && nowNanos - deadlineNanos >= 0) {
      fail(
          Failure.TIMED_OUT,
          "no whole answer before the deadline, %d bytes of one".formatted(in.position()));
    }
  }

  /** Closes; a request under way is forgotten without a word. */
  void close() {
    busy = false;
    disconnect();
  }

  private void connect() {
    try {
      SocketChannel opened = SocketChannel.open();
      channel = opened;
      opened.configureBlocking(false);
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      boolean connected = opened.connect(target.address());
      int interest = connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
      key = opened.register(selector, interest, this);
      if (connected) {
        write(opened);
      }
    } catch (IOException e) {
      fail(Failure.NOT_CONNECTED, e.toString());
    }
  }

  private void finishConnecting(SocketChannel open) {
    try {
      open.finishConnect();
    } catch (IOException e) {
      fail(Failure.NOT_CONNECTED, e.toString());
      return;
    }
    interest(SelectionKey.OP_READ);
    write(open);
  }

  private void write(SocketChannel open) {
    try {
      open.write(out);
      interest(
          out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    } catch (IOException e) {
      fail(Failure.CLOSED, "while sending: " + e);
    }
  }

  private void read(SocketChannel open) {
    int count;
    try {
      count = open.read(in);
    } catch (IOException e) {
      fail(Failure.CLOSED, "while reading: " + e);
      return;
    }
    if (!busy) {
      disconnect(); // an idle connection was ended by the server, or spoken on out of turn
    } else if (count < 0) {
      ended();
    } else {
      taken();
    }
  }

  private void ended() {
    if (parser.endedByClose(in.array())) {
      disconnect();
      busy = false;
      listener.answered(parser.response());
    } else {
      fail(
          Failure.CLOSED, "the server closed after %d bytes of an answer".formatted(in.position()));
    }
  }

  private void taken() {
    switch (parser.advance(in.array(), in.position())) {
      case MORE -> makeRoom();
      case MALFORMED -> fail(Failure.MALFORMED, "the answer is not HTTP/1.1");
      case DONE -> {
        if (parser.consumed() < in.position()) {
          fail(Failure.MALFORMED, "the answer is followed by bytes that nobody asked for");
          return;
        }
        if (!parser.keepAlive()) {
          disconnect();
        }
        busy = false;
        listener.answered(parser.response());
      }
    }
  }

  private void makeRoom() {
    if (in.hasRemaining()) {
      return;
    }
    if (in.capacity() >= MAX_ANSWER_BYTES) {
      fail(Failure.TOO_LARGE, "the answer exceeds %d bytes".formatted(MAX_ANSWER_BYTES));
      return;
    }
    byte[] larger = Arrays.copyOf(in.array(), Math.min(in.capacity() * 4, MAX_ANSWER_BYTES));
    in = ByteBuffer.wrap(larger).position(in.position());
  }

  private void fail(Failure failure, String detail) {
    disconnect();
    if (busy) {
      busy = false;
      listener.failed(failure, detail);
    }
  }

  private void interest(int operations) {
    SelectionKey current = key;
    if (current != null && current.interestOps() != operations) {
      current.interestOps(operations);
    }
  }

  private void disconnect() {
    SocketChannel open = channel;
    channel = null;
    key = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Closing a socket that is already broken: there is nothing left to lose or to tell.
      }
    }
  }
}
