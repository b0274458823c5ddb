package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.server.http.EventStream.Sink;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One client of a feed, on its connection's virtual thread: parked until there is a newer frame.
 */
final class SeatWatcher {

  static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** A client that takes nothing for so long is given up. */
  static final Duration STUCK = Duration.ofSeconds(30);

  private static final long NOT_SENDING = Long.MIN_VALUE;

  private final SeatFeed feed;
  private final InstantSource time;
  private final LongSupplier nanos;
  private final BooleanSupplier ended;
  private final Thread thread = Thread.currentThread();
  private volatile long sendingSince = NOT_SENDING;
  private volatile long sent;

  /**
   * The client on whose thread this is called.
   *
   * @param nanos tells how long it was quiet, or stuck; monotonic
   * @param ended whether to stop
   */
  SeatWatcher(SeatFeed feed, InstantSource time, LongSupplier nanos, BooleanSupplier ended) {
    this.feed = feed;
    this.time = time;
    this.nanos = nanos;
    this.ended = ended;
    this.sent = nanos.getAsLong();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  /** To be called with every tick: wakes who was quiet for too long, gives up who is stuck. */
  void tend() {
    long since = sendingSince;
    if (since != NOT_SENDING && nanos.getAsLong() - since > STUCK.toNanos()) {
      // Interrupting a virtual thread that writes to a socket closes the socket.
      thread.interrupt();
    } else if (isQuiet()) {
      wake();
    }
  }

  boolean isSending() {
    return sendingSince != NOT_SENDING;
  }

  private boolean isQuiet() {
    return nanos.getAsLong() - sent >= KEEP_ALIVE.toNanos();
  }

  /** Sends until the server stops or the client is gone. */
  void watch(Optional<Position> after, Sink sink) throws IOException, InterruptedException {
    Position known = feed.latest().to();
    send(sink, SeatFrame.hello(after.orElse(known)));
    if (after.isPresent()) {
      known = catchUp(after.get(), sink);
    }
    while (!ended.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("a watcher was given up");
      }
      if (!feed.latest().to().equals(known)) {
        known = catchUp(known, sink);
      } else if (isQuiet()) {
        send(sink, SeatFrame.keepAlive());
      } else {
        // Woken by a tick; the limit is for the case that ticks fail.
        LockSupport.parkNanos(this, KEEP_ALIVE.toNanos());
      }
    }
  }

  private Position catchUp(Position known, Sink sink) throws IOException {
    SeatFrame frame = feed.leadingFrom(known, time.instant());
    if (frame.bytes().length > 0) {
      send(sink, frame.bytes());
    }
    return frame.to();
  }

  private void send(Sink sink, byte[] bytes) throws IOException {
    sendingSince = nanos.getAsLong();
    sink.send(bytes);
    sendingSince = NOT_SENDING;
    sent = nanos.getAsLong();
  }
}
