package dev.stampede.server.cache;

import java.util.Optional;

/** Where a cache reads what it does not have, and how it tells old from new. */
public interface CacheSource<K, V> {

  /** What is there now, or nothing. */
  Optional<V> load(K key);

  /** Grows with every change, and never falls. */
  long version(V value);

  /** The key as other servers are told of it. */
  String name(K key);

  /** The key that was told; nothing for what is none. */
  Optional<K> parse(String name);
}
