package dev.stampede.server.seats;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.EventStream.Sink;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.StreamClient;
import dev.stampede.server.limit.ClientNetwork;
import dev.stampede.server.limit.StreamSlots;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Everybody who watches seats, by show. One tick encodes what changed once for each show and wakes
 * its watchers; each writes on its own virtual thread, so that a slow one holds back nobody.
 */
public final class SeatStreams {

  /** The interval at which to tick: four frames a second, and one more for a new client. */
  public static final Duration TICK = Duration.ofMillis(250);

  public static final int DEFAULT_MAX_WATCHERS = 20_000;

  private final SeatBoards boards;
  private final InstantSource time;
  private final Drain drain;
  private final StreamSlots<ClientNetwork> slots;
  private final LongSupplier nanos;
  private final Map<ShowId, SeatFeed> feeds = new ConcurrentHashMap<>();

  public SeatStreams(
      SeatBoards boards, InstantSource time, Drain drain, StreamSlots<ClientNetwork> slots) {
    this(boards, time, drain, slots, System::nanoTime);
  }

  SeatStreams(
      SeatBoards boards,
      InstantSource time,
      Drain drain,
      StreamSlots<ClientNetwork> slots,
      LongSupplier nanos) {
    this.boards = boards;
    this.time = time;
    this.drain = drain;
    this.slots = slots;
    this.nanos = nanos;
  }

  public int watchers() {
    return slots.open();
  }

  /** Returns the number of watchers being written to, including those that do not read. */
  long sending() {
    return feeds.values().stream().mapToLong(SeatFeed::sending).sum();
  }

  /** Returns the answer to a client for whom there is no stream. */
  Optional<Problem> refusal(ClientNetwork client) {
    return slots.refusal(client, "watching seats", "poll the show's seats");
  }

  /** Sends what changes until the client goes or the server stops. */
  void watch(ClientNetwork client, SeatBoard board, Optional<Position> after, Sink sink)
      throws IOException, InterruptedException {
    if (slots.take(client)) {
      try {
        watch(board, after, sink);
      } finally {
        slots.giveBack(client);
      }
    }
  }

  private void watch(SeatBoard board, Optional<Position> after, Sink sink)
      throws IOException, InterruptedException {
    // Within one step, so that a feed is not dropped as deserted while somebody is on the way.
    SeatFeed feed =
        feeds.compute(
            board.show(),
            (_, now) ->
                (now != null && now.board().equals(board) ? now : new SeatFeed(board)).expectOne());
    SeatWatcher watcher =
        new SeatWatcher(feed, time, new StreamClient(sink, nanos), () -> isOver(feed));
    feed.join(watcher);
    try {
      watcher.watch(after);
    } finally {
      feed.leave(watcher);
    }
  }

  private boolean isOver(SeatFeed feed) {
    return drain.begun() || !feed.equals(feeds.get(feed.board().show()));
  }

  /** Waits for nobody. */
  public void tick() {
    Instant now = time.instant();
    feeds.forEach((show, feed) -> tick(show, feed, now));
  }

  private void tick(ShowId show, SeatFeed feed, Instant now) {
    // A board that was dropped or made anew no longer follows the news: its watchers come again.
    boolean stale = boards.known(show).filter(feed.board()::equals).isEmpty();
    if (stale) {
      feeds.remove(show, feed);
    } else {
      feeds.computeIfPresent(
          show, (_, current) -> current.equals(feed) && feed.isDeserted() ? null : current);
    }
    if (stale || drain.begun()) {
      feed.wakeAll();
    } else {
      feed.tick(now);
    }
  }
}
