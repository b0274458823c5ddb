package dev.stampede.server.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.stampede.engine.news.ChangeNews;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values that many read and few change. Good for what may be a moment old; nothing is ever decided
 * from it.
 *
 * <ul>
 *   <li>A miss is read once, however many ask: the others wait for the one.
 *   <li>A value that is too old is given out while it is read again, so that nobody waits for
 *       freshness. The same when another server says that it has changed.
 *   <li>Newer never gives way to older, in whatever order reads, writes and news arrive.
 *   <li>A missing value is remembered as missing, so that a crowd with a wrong link costs nothing.
 *   <li>News may be lost. Then a value is as old as {@link CacheLimits#freshFor} lets it be, or the
 *       time since it was last asked for, whichever is longer.
 * </ul>
 */
public final class ReadMostlyCache<K, V> {

  private static final Logger log = LoggerFactory.getLogger(ReadMostlyCache.class);

  private final String kind;
  private final CacheSource<K, V> source;
  private final ChangeNews news;
  private final LoadingCache<K, @Nullable V> values;
  private final Cache<K, Boolean> missing;

  /**
   * A cache that begins empty and hears of changes from now on.
   *
   * @param kind under which other servers are told, one word
   */
  public ReadMostlyCache(
      String kind, CacheSource<K, V> source, CacheLimits limits, ChangeNews news, Ticker ticker) {
    this.kind = kind;
    this.source = source;
    this.news = news;
    this.missing =
        Caffeine.newBuilder()
            .maximumSize(limits.missing())
            .expireAfterWrite(limits.missingFor())
            .ticker(ticker)
            .build();
    this.values =
        Caffeine.newBuilder()
            .maximumSize(limits.entries())
            .refreshAfterWrite(limits.freshFor())
            .ticker(ticker)
            .executor(work -> Thread.ofVirtual().name(kind + "-refresh").start(work))
            .build(new Loader());
    news.listen(kind, new Hearing());
  }

  public Optional<V> find(K key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Returns the value in memory, however old, without reading. */
  public Optional<V> known(K key) {
    return Optional.ofNullable(values.asMap().get(key));
  }

  /** To be told of what this process has written: it is seen here at once, and elsewhere soon. */
  public void put(K key, V value) {
    values.asMap().merge(key, value, this::newer);
    missing.invalidate(key);
    news.tell(kind, source.name(key), source.version(value));
  }

  /** Forgets everything: versions that were seen may have been undone. */
  public void startOver() {
    values.invalidateAll();
    missing.invalidateAll();
  }

  private V newer(V one, V other) {
    return source.version(other) >= source.version(one) ? other : one;
  }

  /** All who miss at once come here one after the other; the first has found out for them. */
  private final class Loader implements CacheLoader<K, @Nullable V> {

    @Override
    public @Nullable V load(K key) {
      return missing.getIfPresent(key) == null ? read(key) : null;
    }

    /** Reads the value again; if that fails, the old one stays until somebody asks again. */
    @Override
    public @Nullable V reload(K key, V old) {
      V read;
      try {
        read = read(key);
      } catch (RuntimeException e) {
        log.debug("{} {} could not be read again; the old stands", kind, source.name(key), e);
        return old;
      }
      return read == null ? null : newer(old, read);
    }

    private @Nullable V read(K key) {
      Optional<V> found = source.load(key);
      if (found.isEmpty()) {
        missing.put(key, true);
      }
      return found.orElse(null);
    }
  }

  private final class Hearing implements ChangeNews.Listener {

    @Override
    public void heard(String name, long version) {
      source.parse(name).ifPresent(key -> heard(key, version));
    }

    private void heard(K key, long version) {
      missing.invalidate(key);
      if (isOlder(key, version)) {
        // A read that was under way before the news may come back with the old: then once more.
        var _ = values.refresh(key).thenAccept(read -> readAgain(key, read, version));
      }
    }

    /** Judged by what was read: whether it is in the cache by now is not certain here. */
    private void readAgain(K key, @Nullable V read, long version) {
      if (read != null && source.version(read) < version) {
        var _ = values.refresh(key);
      }
    }

    private boolean isOlder(K key, long version) {
      V known = values.getIfPresent(key);
      return known != null && source.version(known) < version;
    }

    /** All of them may be old; those that are asked for are read again, behind their readers. */
    @Override
    public void missed() {
      values.asMap().keySet().forEach(values::refresh);
    }
  }
}
