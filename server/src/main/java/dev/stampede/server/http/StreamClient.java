package dev.stampede.server.http;

import dev.stampede.server.http.EventStream.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The client at the other end of a stream: how long it has heard nothing, and how long it takes
 * nothing. Made on the virtual thread of its connection, tended from another.
 */
public final class StreamClient {

  /** A client that hears nothing for so long is sent a comment. */
  public static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** A client that takes nothing for so long is given up. */
  public static final Duration STUCK = Duration.ofSeconds(30);

  private static final byte[] COMMENT = {':', '\n', '\n'};
  private static final long NOT_SENDING = Long.MIN_VALUE;

  private final Sink sink;
  private final LongSupplier nanos;
  private final Thread thread = Thread.currentThread();
  private volatile long sendingSince = NOT_SENDING;
  private volatile long sent;

  /**
   * The client on whose thread this is called.
   *
   * @param nanos tells how long it was quiet, or stuck; monotonic
   */
  public StreamClient(Sink sink, LongSupplier nanos) {
    this.sink = sink;
    this.nanos = nanos;
    this.sent = nanos.getAsLong();
  }

  /** Sends at once; waits while the client takes no more. */
  public void send(byte[] bytes) throws IOException {
    long now = nanos.getAsLong();
    sent = now;
    sendingSince = now;
    sink.send(bytes);
    sendingSince = NOT_SENDING;
  }

  /** Sends what says nothing but that the connection lives. */
  public void keepAlive() throws IOException {
    send(COMMENT);
  }

  /** True if it is time for a keep-alive. */
  public boolean isQuiet() {
    return nanos.getAsLong() - sent >= KEEP_ALIVE.toNanos();
  }

  public boolean isSending() {
    return sendingSince != NOT_SENDING;
  }

  /** Ends the client's rest, if it has one. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /**
   * Lets the client's thread rest until it is woken, at most so long.
   *
   * @throws InterruptedException when the client was given up
   */
  public void rest(Duration longest) throws InterruptedException {
    requireNotGivenUp();
    LockSupport.parkNanos(this, longest.toNanos());
    requireNotGivenUp();
  }

  private static void requireNotGivenUp() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("a client of a stream was given up");
    }
  }

  /** To be called again and again: wakes who was quiet for too long, gives up who is stuck. */
  public void tend() {
    long since = sendingSince;
    if (since != NOT_SENDING && nanos.getAsLong() - since > STUCK.toNanos()) {
      // Interrupting a virtual thread that writes to a socket closes the socket.
      thread.interrupt();
    } else if (isQuiet()) {
      wake();
    }
  }
}
