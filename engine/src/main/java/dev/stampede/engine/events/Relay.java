package dev.stampede.engine.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Carries what has been committed to those who want to know, with as many servers as there are.
 *
 * <p>Two ticks keep it going. {@link #share} renews the leases and takes or gives up ranges; {@link
 * #tick} looks which ranges have something to send and runs each on a thread of its own, so that
 * one that is stuck holds up no other. Nobody wakes it after a commit: each batch costs a
 * transaction of the broker's, and the pause between two ticks is what makes batches.
 */
public final class Relay implements AutoCloseable {

  public static final Duration TICK = Duration.ofMillis(25);
  public static final Duration SHARE_EVERY = Duration.ofSeconds(1);

  /** The same while nobody is there; whoever comes first wakes it, before the first commit. */
  public static final Duration QUIET_TICK = Duration.ofSeconds(10);

  /** Twice within a lease, so that one that is late costs nothing. */
  public static final Duration QUIET_SHARE = Duration.ofSeconds(2);

  /** How long a running batch may take to finish when we stop. */
  private static final Duration LAST_BATCH = Duration.ofSeconds(5);

  private final Outbox outbox;
  private final EventChannels channels;
  private final RangeLeases leases;
  private final RelayListener listener;
  private final Map<Integer, RangeRelay> ranges = new ConcurrentSkipListMap<>();
  private final List<Thread> running = new ArrayList<>();

  public Relay(Outbox outbox, EventChannels channels, RangeLeases leases, RelayListener listener) {
    this.outbox = outbox;
    this.channels = channels;
    this.leases = leases;
    this.listener = listener;
  }

  /** How many ranges are this server's. */
  public int owned() {
    return (int) ranges.values().stream().filter(RangeRelay::isOwned).count();
  }

  /**
   * Renews the leases of what is ours, and gives up what is more than our share. A range that is
   * given up is kept until its batch is finished: others would shut it out in the middle.
   */
  public void share() {
    forgetEnded();
    RangeLeases.Leased leased = leases.renew(Set.copyOf(ranges.keySet()));
    ranges.forEach(
        (range, relay) -> {
          if (!leased.ranges().contains(range)) {
            relay.drop();
          }
        });
    ranges.values().stream()
        .filter(RangeRelay::isOwned)
        .skip(leased.share())
        .forEach(RangeRelay::drop);
    for (int range : leased.ranges()) {
      ranges.computeIfAbsent(range, this::relay);
    }
  }

  private RangeRelay relay(int range) {
    return new RangeRelay(range, outbox, channels.of(range), listener);
  }

  private void forgetEnded() {
    ranges
        .values()
        .removeIf(
            relay -> {
              boolean ended = !relay.isOwned() && !relay.isRunning();
              if (ended) {
                relay.close();
              }
              return ended;
            });
  }

  /** Starts sending where there is something to send, without waiting for it. */
  public void tick() {
    Map<Integer, RangeRelay> due = new TreeMap<>(ranges);
    due.values().removeIf(relay -> !relay.isDue());
    if (due.isEmpty()) {
      return;
    }
    running.removeIf(thread -> !thread.isAlive());
    for (int range : outbox.waiting(due.keySet())) {
      RangeRelay relay = due.get(range);
      if (relay != null) {
        running.add(Thread.ofVirtual().name("relay-" + range).start(relay::run));
      }
    }
  }

  /** Finishes what is being sent, within a bound, and leaves all ranges to others. */
  @Override
  public void close() {
    ranges.values().forEach(RangeRelay::drop);
    try {
      long end = System.nanoTime() + LAST_BATCH.toNanos();
      for (Thread thread : running) {
        if (!thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      running.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
    forgetEnded();
    leases.leave();
  }
}
