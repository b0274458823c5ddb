package dev.stampede.engine.events;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what there is in one range, batch after batch: read, send, delete.
 *
 * <p>Deleted is only what has been sent for certain. Killed between the two, or told nothing of a
 * commit that has happened, it sends the same again: at least once, and of each key always the
 * oldest first.
 */
final class RangeRelay {

  static final int BATCH = 2_000;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LONGEST_REST = Duration.ofMillis(30);

  private static final Logger log = LoggerFactory.getLogger(RangeRelay.class);

  private final int range;
  private final Outbox outbox;
  private final EventChannel channel;
  private final RelayListener listener;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean owned = true;
  private volatile long notBefore = System.nanoTime();
  private Duration pause = Duration.ZERO;

  RangeRelay(int range, Outbox outbox, EventChannel channel, RelayListener listener) {
    this.range = range;
    this.outbox = outbox;
    this.channel = channel;
    this.listener = listener;
  }

  /** Whether it can be run now: it is ours, not running already, and not told to wait. */
  boolean isDue() {
    return owned && !running.get() && System.nanoTime() - notBefore >= 0;
  }

  /** Whether we may still send; not so once another server was found to have taken over. */
  boolean isOwned() {
    return owned;
  }

  boolean isRunning() {
    return running.get();
  }

  /** Nothing is begun any more; what is being sent may finish. */
  void drop() {
    owned = false;
  }

  /** Sends until there is less than a batch left. One run at a time; another does nothing. */
  void run() {
    if (!running.compareAndSet(false, true)) {
      return;
    }
    long begun = System.nanoTime();
    try {
      boolean more = true;
      while (more && owned) {
        more = batch();
      }
      rest(begun);
    } catch (RuntimeException | Error e) {
      log.debug("a batch of range {} broke off", range, e);
      failed(e.toString());
    } finally {
      if (!owned) {
        channel.close();
      }
      running.set(false);
    }
  }

  /**
   * As long as it took. What a batch costs hardly depends on its size, so that a range that sends
   * all the time, a few events each, takes the processors from the sale it tells of.
   */
  private void rest(long begun) {
    if (pause.isZero()) {
      long now = System.nanoTime();
      notBefore = now + Math.min(now - begun, LONGEST_REST.toNanos());
    }
  }

  /** Whether there is probably more. */
  private boolean batch() {
    if (!succeeded(channel.ready())) {
      return false;
    }
    List<OutboxEvent> events = outbox.read(range, BATCH);
    if (events.isEmpty() || !owned || !succeeded(channel.send(events))) {
      return false;
    }
    outbox.delete(range, events);
    listener.sent(events.size());
    if (!pause.isZero()) {
      log.info("events of range {} are sent again", range);
      pause = Duration.ZERO;
    }
    return events.size() == BATCH;
  }

  private boolean succeeded(Delivery delivery) {
    return switch (delivery) {
      case Delivery.Done _ -> true;
      case Delivery.TakenOver(String how) -> {
        log.info("range {} is another server's now: {}", range, how);
        owned = false;
        listener.takenOver();
        yield false;
      }
      case Delivery.Failed(String why) -> {
        failed(why);
        yield false;
      }
    };
  }

  /** Said once for each time that it begins; repeated ever more slowly. */
  private void failed(String why) {
    channel.close();
    listener.failed();
    if (pause.isZero()) {
      log.warn("events of range {} cannot be sent and will be tried again: {}", range, why);
      pause = FIRST_PAUSE;
    } else {
      pause = pause.multipliedBy(2);
    }
    if (pause.compareTo(LONGEST_PAUSE) > 0) {
      pause = LONGEST_PAUSE;
    }
    notBefore = System.nanoTime() + pause.toNanos();
  }

  /** To be called when it does not run any more. */
  void close() {
    drop();
    channel.close();
  }
}
