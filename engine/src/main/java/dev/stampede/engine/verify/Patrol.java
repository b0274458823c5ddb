package dev.stampede.engine.verify;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for drift while a sale goes on: with every tick a slice of every part, and round after
 * round. It is one for all servers, which take turns; how far it has come is written down.
 *
 * <p>A slice that cannot be looked at, since a statement takes too long or Redis is away, is looked
 * at again with the next tick, and keeps no other part from being looked at. It is reported once
 * when that begins and once when it ends.
 */
public final class Patrol {

  /** The rows of each part that one tick compares. The cost of that is measured. */
  public static final int ROWS = 2_000;

  private static final Logger log = LoggerFactory.getLogger(Patrol.class);

  private final DriftSearch search;
  private final DriftStore store;
  private final List<Part> parts;
  private final Listener listener;

  private final Set<Part> failing = EnumSet.noneOf(Part.class);

  /** Hears of each slice, for metrics. */
  public interface Listener {

    Listener NONE = new Listener() {};

    default void looked(Part part, Slice slice, Duration took) {}

    default void failed(Part part) {}
  }

  /** A patrol through these parts. */
  public Patrol(DriftSearch search, DriftStore store, List<Part> parts, Listener listener) {
    this.search = search;
    this.store = store;
    this.parts = List.copyOf(parts);
    this.listener = listener;
  }

  /** A slice of each part. One at a time. */
  public synchronized void tick() {
    for (Part part : parts) {
      try {
        look(part);
        if (failing.remove(part)) {
          log.info("{} can be compared again", part.label());
        }
      } catch (RuntimeException e) {
        listener.failed(part);
        if (failing.add(part)) {
          log.warn("comparing {} failed; the patrol will retry", part.label(), e);
        }
      }
    }
  }

  private void look(Part part) {
    long began = System.nanoTime();
    String after = store.reached(part);
    Slice slice = search.search(part, after, ROWS);
    List<Drift> news = store.settle(part, after, slice);
    listener.looked(part, slice, Duration.ofNanos(System.nanoTime() - began));
    news.forEach(drift -> log.error("drift: stored data does not agree: {}", drift));
  }
}
