package dev.stampede.server.sale;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.EventStream.Sink;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ServerEvent;
import dev.stampede.server.http.StreamClient;
import dev.stampede.server.limit.StreamSlots;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Everybody who watches a sale, each on its own virtual thread: a look a second, and every sample
 * that is added to the history. However many watch, a show is looked at once for all.
 */
public final class SaleStreams {

  /** The interval at which to tick. */
  public static final Duration TICK = Duration.ofSeconds(1);

  /** Operators are few. */
  public static final int DEFAULT_MAX_WATCHERS = 500;

  /** A team behind one name has this many screens. */
  public static final int DEFAULT_MAX_EACH = 50;

  /** Clients of a server that stops come back spread over this time, after a second. */
  private static final int COME_BACK_WITHIN_MILLIS = 2_000;

  private final SaleOverviews overviews;
  private final SaleHistory history;
  private final Drain drain;
  private final StreamSlots<String> slots;
  private final LongSupplier nanos;
  private final Set<StreamClient> clients = ConcurrentHashMap.newKeySet();

  /** One that nobody uses goes by itself. */
  private final Cache<ShowId, SaleFeed> feeds = Caffeine.newBuilder().weakValues().build();

  public SaleStreams(
      SaleOverviews overviews, SaleHistory history, Drain drain, StreamSlots<String> slots) {
    this(overviews, history, drain, slots, System::nanoTime);
  }

  /** Streams whose clients are quiet and stuck for as long as {@code nanos} tells. */
  SaleStreams(
      SaleOverviews overviews,
      SaleHistory history,
      Drain drain,
      StreamSlots<String> slots,
      LongSupplier nanos) {
    this.overviews = overviews;
    this.history = history;
    this.drain = drain;
    this.slots = slots;
    this.nanos = nanos;
  }

  public int watchers() {
    return slots.open();
  }

  /** Returns the answer to an operator for whom there is no stream. */
  Optional<Problem> refusal(String operator) {
    return slots.refusal(operator, "watching sales", "poll the sale");
  }

  /**
   * Sends until the client goes or the server stops.
   *
   * @param find the show as it is at the moment: its settings change while it is watched
   */
  void watch(String operator, ShowId show, Function<ShowId, Optional<Show>> find, Sink sink)
      throws IOException, InterruptedException {
    if (!slots.take(operator)) {
      return;
    }
    StreamClient client = new StreamClient(sink, nanos);
    clients.add(client);
    try {
      SaleFeed feed =
          Objects.requireNonNull(
              feeds.get(
                  show,
                  _ -> new SaleFeed(() -> overviews.look(find.apply(show).orElseThrow()), nanos)));
      int comeBack = 1_000 + ThreadLocalRandom.current().nextInt(COME_BACK_WITHIN_MILLIS);
      client.send(ServerEvent.retry(comeBack));
      watch(client, feed, show);
    } finally {
      clients.remove(client);
      slots.giveBack(operator);
    }
  }

  private void watch(StreamClient client, SaleFeed feed, ShowId show)
      throws IOException, InterruptedException {
    long told = newest(show);
    byte[] seen = {};
    while (!drain.begun()) {
      byte[] frame = feed.frame();
      if (!Arrays.equals(frame, seen)) {
        client.send(frame);
        seen = frame;
      }
      for (SaleSample sample : history.after(show, told)) {
        client.send(ServerEvent.of("sample", sample.sent()));
        told = sample.at();
      }
      client.rest(SaleFeed.EVERY);
    }
  }

  /** Returns the time of the newest sample; clients ask for earlier samples as history. */
  private long newest(ShowId show) {
    var samples = history.of(show);
    return samples.isEmpty() ? Long.MIN_VALUE : samples.getLast().at();
  }

  /** Gives up those who take nothing; waits for nobody. */
  public void tick() {
    clients.forEach(StreamClient::tend);
  }
}
