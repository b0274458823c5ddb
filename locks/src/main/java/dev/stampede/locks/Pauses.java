package dev.stampede.locks;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The pauses of one caller before it asks Redis again. */
final class Pauses {

  private final Waiting waiting;
  private long spinLimitNanos;

  Pauses(Waiting waiting) {
    this.waiting = waiting;
    this.spinLimitNanos = waiting instanceof Waiting.Spin spin ? spin.first().toNanos() : 0;
  }

  /**
   * The next one.
   *
   * @param leftMillis after which what is in the way ends by itself; 0 where that is not known
   */
  long nextNanos(long leftMillis) {
    return switch (waiting) {
      case Waiting.Simple() -> 0;
      case Waiting.Spin(var unusedFirst, var longest) -> {
        long limit = Math.min(spinLimitNanos, longest.toNanos());
        spinLimitNanos = limit * 2;
        yield ThreadLocalRandom.current().nextLong(limit + 1);
      }
      case Waiting.Pubsub(var poll) -> {
        long end = TimeUnit.MILLISECONDS.toNanos(leftMillis + 1);
        yield leftMillis > 0 ? Math.min(poll.toNanos(), end) : poll.toNanos();
      }
    };
  }
}
