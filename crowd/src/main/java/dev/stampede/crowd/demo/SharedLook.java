package dev.stampede.crowd.demo;

import dev.stampede.crowd.CrowdException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Something that all of the crowd look at, fetched once for those who look within a moment. Ten
 * thousand browsers would each fetch their own; here they are one process beside the server, which
 * is to be watched, not to be slowed down. That it is a moment old is what makes people meet.
 */
final class SharedLook<T> {

  /** Fetches it. */
  @FunctionalInterface
  interface Fetch<T> {
    T fetch() throws InterruptedException;
  }

  private final Fetch<T> fetch;
  private final Duration goodFor;
  private final ReentrantLock fetching = new ReentrantLock();
  private @Nullable T seen;
  private long seenNanos;

  SharedLook(Duration goodFor, Fetch<T> fetch) {
    this.goodFor = goodFor;
    this.fetch = fetch;
  }

  /**
   * Returns the picture, fetched anew if it is too old.
   *
   * @throws CrowdException when it was never seen and cannot be fetched
   */
  T look() throws InterruptedException {
    fetching.lockInterruptibly();
    try {
      T last = seen;
      if (last != null && System.nanoTime() - seenNanos < goodFor.toNanos()) {
        return last;
      }
      try {
        T now = fetch.fetch();
        seen = now;
        seenNanos = System.nanoTime();
        return now;
      } catch (CrowdException e) {
        if (last == null) {
          throw e;
        }
        return last;
      }
    } finally {
      fetching.unlock();
    }
  }
}
