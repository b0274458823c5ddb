package dev.stampede.bench.locks;

import java.time.Duration;

/** One kind of lock under measurement. */
interface Peer extends AutoCloseable {

  /** Longer than any wait that is not a mistake. */
  Duration PATIENCE = Duration.ofSeconds(60);

  /** Waits for the lock and returns what releases it, on the same thread. */
  Runnable acquire(String key) throws InterruptedException;

  @Override
  void close();

  /** The failure of a lock that could not be acquired. */
  static IllegalStateException failed(String key, Object outcome) {
    return new IllegalStateException(
        "the lock %s was not acquired (%s); there is nothing to compare".formatted(key, outcome));
  }
}
