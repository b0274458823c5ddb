package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.stampede.engine.news.ChangeNews;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.Shows;
import dev.stampede.server.cache.CacheLimits;
import dev.stampede.server.cache.CacheSource;
import dev.stampede.server.cache.ReadMostlyCache;
import java.time.Duration;
import java.util.Optional;

/**
 * Shows as this process knows them, so that a claim costs no read of its own.
 *
 * <p>A show's map never changes. Its settings are those that this server or another has written
 * last, a moment after it did; a second old at most where the word of it was lost (older after a
 * silence). That harms nobody, since every claim is judged by the database.
 *
 * <p>The cache remembers for {@link #MISSING_FOR} that a show does not exist.
 */
public final class ShowCache {

  static final Duration MISSING_FOR = Duration.ofMillis(500);

  private static final CacheLimits LIMITS =
      new CacheLimits(10_000, 10_000, Duration.ofSeconds(1), MISSING_FOR);

  private final ReadMostlyCache<ShowId, Show> shows;

  public ShowCache(Shows source, ChangeNews news) {
    this(source, news, Ticker.systemTicker());
  }

  ShowCache(Shows source, ChangeNews news, Ticker ticker) {
    this.shows = new ReadMostlyCache<>("show", new Source(source), LIMITS, news, ticker);
  }

  private record Source(Shows shows) implements CacheSource<ShowId, Show> {

    @Override
    public Optional<Show> load(ShowId key) {
      return shows.find(key);
    }

    @Override
    public long version(Show show) {
      return show.version();
    }

    @Override
    public String name(ShowId key) {
      return key.toString();
    }

    @Override
    public Optional<ShowId> parse(String name) {
      return ShowId.parse(name);
    }
  }

  public Optional<Show> find(ShowId id) {
    return shows.find(id);
  }

  /** Returns the show if it is in memory, without reading. */
  public Optional<Show> known(ShowId id) {
    return shows.known(id);
  }

  public boolean exists(ShowId id) {
    return find(id).isPresent();
  }

  /** Forgets all shows, so that those of a rewound database are read again. */
  public void startOver() {
    shows.startOver();
  }

  /** To be told of every show that this process has created or changed. */
  public void put(Show show) {
    shows.put(show.id(), show);
  }
}
