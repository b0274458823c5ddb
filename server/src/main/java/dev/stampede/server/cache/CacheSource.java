package dev.stampede.server.cache;

import java.util.Optional;

/** The source from which a cache reads what it does not have; tells old values from new ones. */
public interface CacheSource<K, V> {

  /** Returns the current value, if there is one. */
  Optional<V> load(K key);

  /** Grows with every change, and never falls. */
  long version(V value);

  /** The key as other servers are told of it. */
  String name(K key);

  /** The key that was told; nothing for what is none. */
  Optional<K> parse(String name);
}
