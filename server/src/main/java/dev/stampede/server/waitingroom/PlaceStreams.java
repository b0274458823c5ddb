package dev.stampede.server.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.EventStream.Sink;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.StreamClient;
import dev.stampede.server.limit.StreamSlots;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Everybody who watches their place. Each asks on its own virtual thread, which costs a look into
 * memory for those who wait; nobody holds back another.
 */
public final class PlaceStreams {

  /** The interval at which to tick. */
  public static final Duration TICK = Duration.ofSeconds(1);

  public static final int DEFAULT_MAX_WATCHERS = 20_000;

  private final WaitingRooms rooms;
  private final InstantSource clock;
  private final Drain drain;
  private final StreamSlots<Buyer> slots;
  private final LongSupplier nanos;
  private final Set<StreamClient> clients = ConcurrentHashMap.newKeySet();

  /** Streams whose clients are quiet and stuck for as long as {@code nanos} tells. */
  public PlaceStreams(
      WaitingRooms rooms,
      InstantSource clock,
      Drain drain,
      StreamSlots<Buyer> slots,
      LongSupplier nanos) {
    this.rooms = rooms;
    this.clock = clock;
    this.drain = drain;
    this.slots = slots;
    this.nanos = nanos;
  }

  public int watchers() {
    return slots.open();
  }

  /** Returns the answer to a buyer for whom there is no stream. */
  Optional<Problem> refusal(ShowId show, Buyer buyer) {
    return slots.refusal(buyer, "watching their places", "poll GET " + QueueRoutes.path(show));
  }

  /** Sends where the buyer is until the client goes, the buyer is gone, or the server stops. */
  void watch(ShowId show, Buyer buyer, QueueOutcome first, Sink sink)
      throws IOException, InterruptedException {
    if (!slots.take(buyer)) {
      return;
    }
    StreamClient client = new StreamClient(sink, nanos);
    clients.add(client);
    try {
      new PlaceWatcher(client, place -> rooms.look(show, buyer, place), clock, drain::begun)
          .watch(first);
    } finally {
      clients.remove(client);
      slots.giveBack(buyer);
    }
  }

  /** Gives up those who take nothing; waits for nobody. */
  public void tick() {
    clients.forEach(StreamClient::tend);
  }
}
