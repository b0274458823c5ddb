package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
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
 * others wait for it; what is old is given out while it is read again.
 *
 * <p>That a show does not exist is remembered for {@link #MISSING_FOR}, so that a crowd with a
 * wrong link costs nothing. One that this process creates is there at once; one that another
 * creates, when that time is over.
 */
public final class ShowCache {

  static final Duration MISSING_FOR = Duration.ofMillis(500);

  private static final Duration FRESH_FOR = Duration.ofSeconds(1);
  private static final int MAX_SHOWS = 1_000;
  private static final int MAX_MISSING = 10_000;

  private final LoadingCache<ShowId, @Nullable Show> shows;
  private final Cache<ShowId, Boolean> missing;

  public ShowCache(Shows source) {
    this(source, Ticker.systemTicker());
  }

  ShowCache(Shows source, Ticker ticker) {
    this.missing =
        Caffeine.newBuilder()
            .maximumSize(MAX_MISSING)
            .expireAfterWrite(MISSING_FOR)
            .ticker(ticker)
            .build();
    this.shows =
        Caffeine.newBuilder()
            .maximumSize(MAX_SHOWS)
            .refreshAfterWrite(FRESH_FOR)
            .ticker(ticker)
            .executor(work -> Thread.ofVirtual().name("show-refresh").start(work))
            .build(id -> load(source, id));
  }

  /** All who ask at once come here one after the other; the first has found out for them. */
  private @Nullable Show load(Shows source, ShowId id) {
    if (missing.getIfPresent(id) != null) {
      return null;
    }
    Optional<Show> found = source.find(id);
    if (found.isEmpty()) {
      missing.put(id, true);
    }
    return found.orElse(null);
  }

  public Optional<Show> find(ShowId id) {
    return Optional.ofNullable(shows.get(id));
  }

  public boolean exists(ShowId id) {
    return find(id).isPresent();
  }

  /** To be told of every show that this process has created or changed. */
  public void put(Show show) {
    shows.put(show.id(), show);
  }
}
