package dev.stampede.crowd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many watchers: streams of events that are opened once and listened to until they are closed, all
 * by one thread. Events are counted and forgotten, so that listening costs next to nothing beside
 * the server that tells it.
 */
public final class EventStreams implements AutoCloseable {

  public static final int MAX_STREAMS = 20_000;

  /** A server has a short backlog of connections that open at the same time. */
  private static final int MOST_OPENING = 32;

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final Selector selector;
  private final Target target;
  private final Deque<RenderedRequest> unopened;
  private final List<ListeningStream> streams = new ArrayList<>();
  private final ByteBuffer in = ByteBuffer.allocate(64 << 10);
  private final Thread thread;
  private final AtomicInteger live = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final LongAdder events = new LongAdder();
  private int opening;
  private volatile boolean stopped;

  private EventStreams(Target target, List<RenderedRequest> requests) {
    PlanBounds.check("streams", requests.size(), 1, MAX_STREAMS);
    this.target = target;
    this.unopened = new ArrayDeque<>(requests);
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new CrowdException("no selector could be opened", e);
    }
    this.thread = Thread.ofPlatform().daemon().name("crowd-streams").unstarted(this::run);
  }

  /** Begins to open one stream for each request; {@link #live()} says how far that is. */
  public static EventStreams open(Target target, List<RenderedRequest> requests) {
    EventStreams streams = new EventStreams(target, requests);
    streams.thread.start();
    return streams;
  }

  /** Returns the number of streams that are open now: answered with 200, and not ended. */
  public int live() {
    return live.get();
  }

  /** Returns the number of streams that were refused, broke, or were ended by the server. */
  public int failed() {
    return failed.get();
  }

  /** Returns the number of events that all of them have received. */
  public long events() {
    return events.sum();
  }

  private void run() {
    try (selector) {
      while (!stopped) {
        openSome();
        selector.select(key -> ready(key), LOOK_EVERY.toMillis());
      }
    } catch (IOException e) {
      failed.addAndGet(live.getAndSet(0) + unopened.size());
    } finally {
      streams.forEach(ListeningStream::close);
    }
  }

  private void openSome() {
    while (opening < MOST_OPENING && !unopened.isEmpty()) {
      ListeningStream stream = new ListeningStream(unopened.pop());
      streams.add(stream);
      opening++;
      note(stream, stream.open(selector, target));
    }
  }

  private void ready(SelectionKey key) {
    ListeningStream stream = (ListeningStream) key.attachment();
    note(stream, stream.ready(key, in));
    events.add(stream.takeEvents());
  }

  /** Keeps the counts, whatever has happened to a stream. */
  private void note(ListeningStream stream, ListeningStream.Happened happened) {
    switch (happened) {
      case NOTHING -> {}
      case OPENED -> {
        opening--;
        live.incrementAndGet();
      }
      case REFUSED -> {
        opening--;
        failed.incrementAndGet();
        stream.close();
      }
      case ENDED -> {
        live.decrementAndGet();
        failed.incrementAndGet();
        stream.close();
      }
    }
  }

  @Override
  public void close() {
    stopped = true;
    selector.wakeup();
    try {
      thread.join(STOP_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
