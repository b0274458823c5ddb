package dev.stampede.crowd;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that drives its share of a run's connections.
 *
 * <p>An answer is followed by the next request of the same or another free buyer before the next
 * answer is looked at: the target never waits for the generator to finish a batch.
 */
final class LoadLoop {

  /** Deadlines and rests are looked at this often, which is how late a time-out can be. */
  private static final long SWEEP_NANOS = Duration.ofMillis(10).toNanos();

  /** After a failure a buyer rests, so that a target that is down is not hammered. */
  private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

  /**
   * A selector waits in whole milliseconds. The loop sleeps through the rest in steps this short,
   * so that a request is sent, and an answer noticed, at most so late.
   */
  private static final long NAP_NANOS = Duration.ofNanos(50_000).toNanos();

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LoadShare share;
  private final LoopArrivals arrivals;
  private final long countedFromNanos;
  private final long endNanos;
  private final long requests;
  private final long timeoutNanos;
  private final Tally tally = new Tally();
  private final List<VirtualBuyer> buyers = new ArrayList<>();
  private final ArrayDeque<VirtualBuyer> free = new ArrayDeque<>();
  private final ArrayDeque<VirtualBuyer> resting = new ArrayDeque<>();
  private int asking;
  private int present;
  private boolean over;

  LoadLoop(LoadShare share) {
    this.share = share;
    this.arrivals = share.arrivals();
    this.countedFromNanos = share.countedFromNanos();
    this.endNanos = share.endNanos();
    this.requests = share.requests();
    this.timeoutNanos = share.plan().timeout().toNanos();
  }

  /** Runs to the end of the plan. */
  Tally run(List<BuyerScript> scripts) throws IOException {
    try (Selector selector = Selector.open()) {
      for (BuyerScript script : scripts) {
        buyers.add(new VirtualBuyer(this, script, selector, share.plan().target()));
      }
      present = buyers.size();
      free.addAll(buyers);
      try {
        loop(selector);
        tally.ended(System.nanoTime());
      } finally {
        over = true;
        buyers.forEach(VirtualBuyer::leave);
      }
      countTheQueued();
      return tally;
    }
  }

  private void loop(Selector selector) throws IOException {
    long now = System.nanoTime();
    long nextSweep = now + SWEEP_NANOS;
    while (!ended(now)) {
      dispatch(now);
      await(selector, Math.min(nextSweep, endNanos) - now, now);
      now = System.nanoTime();
      if (now - nextSweep >= 0) {
        sweep(now);
        nextSweep = now + SWEEP_NANOS;
      }
    }
  }

  private boolean ended(long now) {
    return now - endNanos >= 0 || share.cancelled() || present == 0 || (allSent() && asking == 0);
  }

  private boolean allSent() {
    return tally.sentSoFar() >= requests;
  }

  /** True if a request that was due then is part of the result. */
  private boolean counts(long dueNanos) {
    return dueNanos - countedFromNanos >= 0;
  }

  /** Gives every request that is due to a free buyer, as long as there are both. */
  private void dispatch(long now) {
    if (over || allSent()) {
      return;
    }
    arrivals.advance(now);
    while (!free.isEmpty() && arrivals.due() && !allSent()) {
      VirtualBuyer buyer = free.poll();
      RenderedRequest request = buyer.next();
      if (request == null) {
        present--;
        continue;
      }
      long dueNanos = arrivals.take(now);
      if (counts(dueNanos)) {
        tally.sent();
      }
      asking++;
      buyer.ask(request, dueNanos, now + timeoutNanos);
    }
  }

  void answered(VirtualBuyer buyer, long dueNanos, int status) {
    long now = System.nanoTime();
    asking--;
    if (counts(dueNanos)) {
      tally.answered(status, now - dueNanos);
    }
    free.add(buyer);
    if (now - endNanos < 0) {
      dispatch(now);
    }
  }

  void failed(VirtualBuyer buyer, long dueNanos, Failure failure) {
    long now = System.nanoTime();
    asking--;
    if (counts(dueNanos)) {
      tally.failed(failure);
      if (failure == Failure.TIMED_OUT || (failure == Failure.UNFINISHED && share.open())) {
        tally.waited(now - dueNanos);
      }
    }
    buyer.restUntil(now + REST_NANOS);
    resting.add(buyer);
  }

  private void await(Selector selector, long atMostNanos, long now) throws IOException {
    long nanos = atMostNanos;
    if (!free.isEmpty() && !allSent()) {
      nanos = Math.min(nanos, arrivals.nanosUntilDue(now));
    }
    if (nanos >= NANOS_PER_MILLI) {
      selector.select(LoadLoop::ready, nanos / NANOS_PER_MILLI);
    } else if (selector.selectNow(LoadLoop::ready) == 0 && nanos > 0) {
      LockSupport.parkNanos(Math.min(nanos, NAP_NANOS));
    }
  }

  private static void ready(SelectionKey key) {
    ((Connection) key.attachment()).ready();
  }

  private void sweep(long now) {
    for (VirtualBuyer buyer : buyers) {
      buyer.expire(now);
    }
    Iterator<VirtualBuyer> rested = resting.iterator();
    while (rested.hasNext()) {
      VirtualBuyer buyer = rested.next();
      if (!buyer.rested(now)) {
        break; // all rest equally long, so the rest rests too
      }
      rested.remove();
      free.add(buyer);
    }
  }

  /** Those who were due and never got a connection waited too, and longest of all. */
  private void countTheQueued() {
    if (!share.open()) {
      return;
    }
    if (System.nanoTime() - endNanos >= 0 && !allSent()) {
      arrivals.advance(endNanos - 1); // a loop that was held up at the end owes these
    }
    tally.turnedAway(arrivals.turnedAway());
    long now = endNanos;
    while (arrivals.due() && !allSent()) {
      long dueNanos = arrivals.take(now);
      if (counts(dueNanos)) {
        tally.sent();
        tally.failed(Failure.UNFINISHED);
        tally.waited(now - dueNanos);
      }
    }
  }
}
