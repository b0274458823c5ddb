package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.server.http.EventStream.Sink;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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
  private final BooleanSupplier ended;
  private final Thread thread = Thread.currentThread();
  private volatile long sendingSince = NOT_SENDING;

  SeatWatcher(SeatFeed feed, InstantSource time, BooleanSupplier ended) {
    this.feed = feed;
    this.time = time;
    this.ended = ended;
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  /** Interrupting a virtual thread that writes to a socket closes the socket. */
  void cutIfStuck() {
    long since = sendingSince;
    if (since != NOT_SENDING && System.nanoTime() - since > STUCK.toNanos()) {
      thread.interrupt();
    }
  }

  /** Sends until the server stops or the client is gone. */
  void watch(Optional<Position> after, Sink sink) throws IOException, InterruptedException {
    Position known = feed.latest().to();
    send(sink, SeatFrame.hello(after.orElse(known)));
    if (after.isPresent()) {
      known = catchUp(after.get(), sink);
    }
    long sent = System.nanoTime();
    while (!ended.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("a watcher was given up");
      }
      if (!feed.latest().to().equals(known)) {
        known = catchUp(known, sink);
        sent = System.nanoTime();
      }
      long quiet = System.nanoTime() - sent;
      if (quiet >= KEEP_ALIVE.toNanos()) {
        send(sink, SeatFrame.keepAlive());
        sent = System.nanoTime();
      } else if (feed.latest().to().equals(known)) {
        LockSupport.parkNanos(this, KEEP_ALIVE.toNanos() - quiet);
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
    sendingSince = System.nanoTime();
    sink.send(bytes);
    sendingSince = NOT_SENDING;
  }
}
