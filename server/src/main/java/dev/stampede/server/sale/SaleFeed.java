package dev.stampede.server.sale;

import dev.stampede.server.http.ServerEvent;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The looks at one show that all its watchers share: the first watcher to want one looks. */
final class SaleFeed {

  /** A look that is younger is good enough for the next who asks. */
  static final Duration EVERY = Duration.ofSeconds(1);

  private static final byte[] NOTHING = {};

  private final Supplier<SaleOverview> looks;
  private final LongSupplier nanos;
  private final ReentrantLock looking = new ReentrantLock();
  private byte[] frame = NOTHING;
  private long seenAt;

  SaleFeed(Supplier<SaleOverview> looks, LongSupplier nanos) {
    this.looks = looks;
    this.nanos = nanos;
  }

  /** The look as an event, encoded once for all. */
  byte[] frame() {
    looking.lock();
    try {
      if (frame.length == 0 || nanos.getAsLong() - seenAt >= EVERY.toNanos()) {
        seenAt = nanos.getAsLong();
        frame = ServerEvent.of("look", looks.get());
      }
      return frame;
    } finally {
      looking.unlock();
    }
  }
}
