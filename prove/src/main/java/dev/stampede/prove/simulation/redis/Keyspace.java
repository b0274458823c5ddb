package dev.stampede.prove.simulation.redis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The keys of a Redis, each until it expires. A text is a String, bits are a {@link BitSet}. */
final class Keyspace {

  private static final long NEVER = Long.MAX_VALUE;

  /** A value, and the last millisecond in which it is there. */
  private static final class Entry {
    private final Object value;
    private long expires;

    Entry(Object value, long expires) {
      this.value = value;
      this.expires = expires;
    }
  }

  private final LongSupplier millis;
  private final Map<String, Entry> entries = new HashMap<>();

  Keyspace(LongSupplier millis) {
    this.millis = millis;
  }

  Keyspace copy() {
    Keyspace copy = new Keyspace(millis);
    entries.forEach(
        (key, entry) -> copy.entries.put(key, new Entry(copied(entry.value), entry.expires)));
    return copy;
  }

  private static Object copied(Object value) {
    return switch (value) {
      case ScoredSet set -> new ScoredSet(set);
      case Map<?, ?> hash -> new LinkedHashMap<>(hash);
      case List<?> list -> new ArrayList<>(list);
      case BitSet bits -> bits.clone();
      default -> value;
    };
  }

  private @Nullable Entry entry(String key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.expires < millis.getAsLong()) {
      entries.remove(key);
      return null;
    }
    return entry;
  }

  @Nullable Object get(String key) {
    Entry entry = entry(key);
    return entry == null ? null : entry.value;
  }

  void set(String key, String value, long ttlMillis) {
    entries.put(key, new Entry(value, ttlMillis == 0 ? NEVER : millis.getAsLong() + ttlMillis));
  }

  boolean delete(String key) {
    return entry(key) != null && entries.remove(key) != null;
  }

  boolean expire(String key, long ttlMillis) {
    Entry entry = entry(key);
    if (entry == null) {
      return false;
    }
    entry.expires = millis.getAsLong() + ttlMillis;
    return true;
  }

  /** The milliseconds that are left; -1 where it lasts, -2 where there is nothing. */
  long left(String key) {
    Entry entry = entry(key);
    if (entry == null) {
      return -2;
    }
    return entry.expires == NEVER ? -1 : entry.expires - millis.getAsLong();
  }

  ScoredSet set(String key) {
    return made(key, ScoredSet.class, ScoredSet::new);
  }

  @SuppressWarnings("unchecked") // a hash holds texts alone
  Map<String, String> hash(String key) {
    return made(key, Map.class, LinkedHashMap::new);
  }

  @SuppressWarnings("unchecked") // a list holds texts alone
  List<String> list(String key) {
    return made(key, List.class, ArrayList::new);
  }

  BitSet bits(String key) {
    return made(key, BitSet.class, BitSet::new);
  }

  private <T> T made(String key, Class<T> type, Supplier<? extends T> making) {
    Object value = get(key);
    if (value == null) {
      T made = making.get();
      entries.put(key, new Entry(made, NEVER));
      return made;
    }
    if (!type.isInstance(value)) {
      throw new RedisError("WRONGTYPE " + key + " holds another kind of value");
    }
    return type.cast(value);
  }

  /** An empty collection is no key. */
  void tidy(String key) {
    Object value = get(key);
    boolean empty =
        switch (value) {
          case ScoredSet set -> set.size() == 0;
          case Map<?, ?> hash -> hash.isEmpty();
          case List<?> list -> list.isEmpty();
          case null, default -> false;
        };
    if (empty) {
      entries.remove(key);
    }
  }
}
