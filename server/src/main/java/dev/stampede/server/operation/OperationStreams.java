package dev.stampede.server.operation;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.news.ChangeNews;
import dev.stampede.engine.requests.Receipt;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.EventStream.Sink;
import dev.stampede.server.http.ServerEvent;
import dev.stampede.server.http.StreamClient;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everybody who waits for what becomes of a request. Whichever server decides it tells how far its
 * partition has come; one tick then asks once for all whose turn was, and wakes them.
 *
 * <p>News may be lost, so that now and then all are asked for.
 */
public final class OperationStreams implements ChangeNews.Listener {

  /** The name of partitions in the news. */
  public static final String NEWS = "requests";

  /** The interval at which to tick. */
  public static final Duration TICK = Duration.ofMillis(50);

  public static final int DEFAULT_MAX_WATCHERS = 20_000;

  /** The interval at which to ask for all requests, told or not. */
  private static final Duration ASK_ALL_EVERY = Duration.ofSeconds(2);

  /** Asked for at once; the rest has its turn at the next tick. */
  private static final int ASKED_AT_ONCE = 2_000;

  private static final Duration REST = Duration.ofSeconds(5);

  /** Clients of a server that stops come back spread over this time, after a second. */
  private static final int COME_BACK_WITHIN_MILLIS = 2_000;

  private final OperationReplies looks;
  private final InstantSource clock;
  private final Drain drain;
  private final int maxWatchers;
  private final LongSupplier nanos;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private long askedAllAtNanos;

  public OperationStreams(
      OperationReplies looks, InstantSource clock, Drain drain, int maxWatchers) {
    this.looks = looks;
    this.clock = clock;
    this.drain = drain;
    this.maxWatchers = maxWatchers;
    this.nanos = System::nanoTime;
    this.askedAllAtNanos = nanos.getAsLong();
  }

  public int watchers() {
    return watchers.size();
  }

  int maxWatchers() {
    return maxWatchers;
  }

  boolean isFull() {
    return watchers.size() >= maxWatchers;
  }

  /** One who waits, on the thread of their connection. */
  private static final class Watcher {

    private final Receipt receipt;
    private final StreamClient client;
    private volatile boolean due = true;
    private volatile @Nullable OperationReply reply;

    Watcher(Receipt receipt, StreamClient client) {
      this.receipt = receipt;
      this.client = client;
    }
  }

  /** Sends that it waits, then what became of it, and ends; or ends when the server stops. */
  void watch(Receipt receipt, Sink sink) throws IOException, InterruptedException {
    StreamClient client = new StreamClient(sink, nanos);
    Watcher watcher = new Watcher(receipt, client);
    watchers.add(watcher);
    try {
      client.send(
          ServerEvent.retry(1_000 + ThreadLocalRandom.current().nextInt(COME_BACK_WITHIN_MILLIS)));
      client.send(ServerEvent.of("operation", OperationReply.queued(clock.instant())));
      while (watcher.reply == null && !drain.begun()) {
        client.rest(REST);
        if (watcher.reply == null && client.isQuiet()) {
          client.keepAlive();
        }
      }
      OperationReply reply = watcher.reply;
      if (reply != null) {
        client.send(ServerEvent.of("operation", reply));
      }
    } finally {
      watchers.remove(watcher);
    }
  }

  /** A partition has come so far. */
  @Override
  public void heard(String key, long version) {
    int partition = Integer.parseInt(key);
    for (Watcher watcher : watchers) {
      if (watcher.receipt.partition() == partition && watcher.receipt.offset() < version) {
        watcher.due = true;
      }
    }
  }

  @Override
  public void missed() {
    watchers.forEach(watcher -> watcher.due = true);
  }

  /** Asks for those whose turn was, and wakes those who can be told. */
  public void tick() {
    watchers.forEach(watcher -> watcher.client.tend());
    if (nanos.getAsLong() - askedAllAtNanos > ASK_ALL_EVERY.toNanos()) {
      askedAllAtNanos = nanos.getAsLong();
      missed();
    }
    if (drain.begun()) {
      watchers.forEach(watcher -> watcher.client.wake());
    }
    List<Watcher> due =
        watchers.stream()
            .filter(watcher -> watcher.due && watcher.reply == null)
            .limit(ASKED_AT_ONCE)
            .toList();
    if (due.isEmpty()) {
      return;
    }
    // Before the look: what is told from here on may not be in it.
    due.forEach(watcher -> watcher.due = false);
    Map<BookingRequestId, OperationReply> found =
        looks.look(due.stream().map(watcher -> watcher.receipt.id()).toList());
    for (Watcher watcher : due) {
      OperationReply reply = found.get(watcher.receipt.id());
      if (reply != null) {
        watcher.reply = reply;
        watcher.client.wake();
      }
    }
  }
}
