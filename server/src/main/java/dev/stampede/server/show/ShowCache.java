package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows as this process knows them, so that a claim costs no read of its own.
 *
 * <p>A show's map never changes; its settings may be a second old (older after a silence), which
 * harms nobody, since every claim is judged by the database. One reader loads what is missing, the
 * others wait for it; what is old is given out while it is read again. That a show does not exist
 * is never remembered: it may exist the next moment.
 */
public final class ShowCache {

  private static final Duration FRESH_FOR = Duration.ofSeconds(1);
  private static final int MAX_SHOWS = 1_000;

  private final LoadingCache<ShowId, @Nullable Show> shows;

  public ShowCache(Shows source) {
    this.shows =
        Caffeine.newBuilder()
            .maximumSize(MAX_SHOWS)
            .refreshAfterWrite(FRESH_FOR)
            .executor(work -> Thread.ofVirtual().name("show-refresh").start(work))
            .build(id -> source.find(id).orElse(null));
  }

  public Optional<Show> find(ShowId id) {
    return Optional.ofNullable(shows.get(id));
  }

  /** To be told of every show that this process has created or changed. */
  public void put(Show show) {
    shows.put(show.id(), show);
  }
}
