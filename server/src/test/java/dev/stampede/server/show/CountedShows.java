package dev.stampede.server.show;

import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.Shows;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Real shows, and how often the database was asked for one and to count one's seats. */
final class CountedShows implements Shows {

  private final Shows shows;
  private final AtomicInteger finds = new AtomicInteger();
  private final AtomicInteger counts = new AtomicInteger();
  private final AtomicReference<Runnable> afterNextCount = new AtomicReference<>(() -> {});

  CountedShows(Shows shows) {
    this.shows = shows;
  }

  int finds() {
    return finds.get();
  }

  int counts() {
    return counts.get();
  }

  /** Happens once, when seats have been counted and nobody knows yet. */
  void afterNextCount(Runnable happens) {
    afterNextCount.set(happens);
  }

  @Override
  public Show create(NewShow show) {
    return shows.create(show);
  }

  @Override
  public Optional<Show> find(ShowId id) {
    finds.incrementAndGet();
    return shows.find(id);
  }

  @Override
  public Page list(Optional<ShowId> below, int limit) {
    return shows.list(below, limit);
  }

  @Override
  public Counted count(ShowId id) {
    counts.incrementAndGet();
    Counted counted = shows.count(id);
    afterNextCount.getAndSet(() -> {}).run();
    return counted;
  }

  @Override
  public Patched patch(
      ShowId id, Optional<Integer> expectedVersion, UnaryOperator<ShowSettings> change) {
    return shows.patch(id, expectedVersion, change);
  }

  @Override
  public Instant now() {
    return shows.now();
  }
}
