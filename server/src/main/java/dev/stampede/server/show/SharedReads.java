package dev.stampede.server.show;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares a costly read among all who asked before it began: at most one runs for each key, however
 * many ask, and nobody is given what was read before the asking. A cache would be cheaper, but
 * would not show callers what they have just done.
 */
final class SharedReads<K, V> {

  private static final int MAX_KEYS = 1_000;

  private final Function<K, V> source;

  /** To forget one too early costs a second read at the same time, nothing else. */
  private final Cache<K, Slot<V>> slots = Caffeine.newBuilder().maximumSize(MAX_KEYS).build();

  SharedReads(Function<K, V> source) {
    this.source = source;
  }

  /** The last read of a key; reads are counted as they begin. */
  private static final class Slot<V> {
    final ReentrantLock reading = new ReentrantLock();
    volatile long begun;
    @Nullable V value;
    @Nullable RuntimeException failure;
  }

  V read(K key) {
    Slot<V> slot = Objects.requireNonNull(slots.get(key, absent -> new Slot<>()));
    long before = slot.begun;
    slot.reading.lock();
    try {
      if (slot.begun == before) {
        slot.begun = before + 1;
        slot.value = null;
        slot.failure = null;
        try {
          slot.value = source.apply(key);
        } catch (RuntimeException e) {
          slot.failure = e;
        }
      }
      if (slot.value == null) {
        throw failure(slot);
      }
      return slot.value;
    } finally {
      slot.reading.unlock();
    }
  }

  private static RuntimeException failure(Slot<?> slot) {
    return slot.failure == null ? new IllegalStateException("a read gave nothing") : slot.failure;
  }
}
