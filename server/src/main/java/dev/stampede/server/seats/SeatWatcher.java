package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.server.http.StreamClient;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One client of a feed, on its connection's virtual thread: parked until there is a newer frame.
 */
final class SeatWatcher {

  private final SeatFeed feed;
  private final InstantSource time;
  private final StreamClient client;
  private final BooleanSupplier ended;

  /**
   * The client on whose thread this is called.
   *
   * @param ended whether to stop
   */
  SeatWatcher(SeatFeed feed, InstantSource time, StreamClient client, BooleanSupplier ended) {
    this.feed = feed;
    this.time = time;
    this.client = client;
    this.ended = ended;
  }

  void wake() {
    client.wake();
  }

  /** To be called with every tick: wakes who was quiet for too long, gives up who is stuck. */
  void tend() {
    client.tend();
  }

  boolean isSending() {
    return client.isSending();
  }

  /** Sends until the server stops or the client is gone. */
  void watch(Optional<Position> after) throws IOException, InterruptedException {
    Position known = feed.latest().to();
    client.send(SeatFrame.hello(after.orElse(known)));
    if (after.isPresent()) {
      known = catchUp(after.get());
    }
    while (!ended.getAsBoolean()) {
      if (!feed.latest().to().equals(known)) {
        known = catchUp(known);
      } else if (client.isQuiet()) {
        client.keepAlive();
      } else {
        // Woken by a tick; the limit is for the case that ticks fail.
        client.rest(StreamClient.KEEP_ALIVE);
      }
    }
  }

  private Position catchUp(Position known) throws IOException {
    SeatFrame frame = feed.leadingFrom(known, time.instant());
    if (frame.bytes().length > 0) {
      client.send(frame.bytes());
    }
    return frame.to();
  }
}
