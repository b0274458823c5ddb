package dev.stampede.locks;

import java.time.Duration;

/** The way to wait for a lock that is not free. Callers with different ways may share a key. */
public sealed interface Waiting {

  /** One try, here and in Redis. */
  Waiting SIMPLE = new Simple();

  /** Retries after pauses of up to 1 ms first and up to 64 ms later. */
  Waiting SPIN = new Spin(Duration.ofMillis(1), Duration.ofMillis(64));

  /** Told on release, and looks every 50 ms in case the message was lost. */
  Waiting PUBSUB = new Pubsub(Duration.ofMillis(50));

  /** One try; a lock that is not free is {@link LockOutcome.Busy} at once. */
  record Simple() implements Waiting {}

  /**
   * Retries. A pause is chosen at random between nothing and a limit that doubles: callers that
   * failed together do not come back together.
   *
   * @param first the first pause's limit, 1 ms..1 s
   * @param longest no pause is longer, 1 ms..10 s
   */
  record Spin(Duration first, Duration longest) implements Waiting {
    public Spin {
      LockBounds.check("first pause", first, Duration.ofMillis(1), Duration.ofSeconds(1));
      LockBounds.check("longest pause", longest, first, Duration.ofSeconds(10));
    }
  }

  /**
   * Waits in line to be told.
   *
   * @param poll how long a lost message may cost, 1 ms..10 s
   */
  record Pubsub(Duration poll) implements Waiting {
    public Pubsub {
      LockBounds.check("poll", poll, Duration.ofMillis(1), Duration.ofSeconds(10));
    }
  }
}
