package dev.stampede.locks;

import io.lettuce.core.RedisClient;
import java.time.Duration;

/** The example of the README. */
final class LocksMain {

  private LocksMain() {}

  /** Argument: where Redis is, as in {@code redis://127.0.0.1:6379}. */
  public static void main(String[] args) throws InterruptedException {
    // readme: begin
    RedisClient client = RedisClient.create(args[0]);
    try (RedisLocks locks = RedisLocks.open(client, LockSettings.withPrefix("shop:"))) {
      LockRequest request =
          LockRequest.on("report").lasting(Duration.ofSeconds(30)).within(Duration.ofSeconds(5));
      switch (locks.acquire(request)) {
        case LockOutcome.Acquired(HeldLock lock) -> {
          try (lock) {
            lock.onLoss(loss -> System.out.println("stop: the lock is lost, " + loss));
            System.out.println("we alone write the report");
          }
        }
        case LockOutcome.Busy busy -> System.out.println("somebody else does: " + busy.keys());
        case LockOutcome.TimedOut late -> System.out.println("not within " + late.waited());
        case LockOutcome.Unavailable away -> System.out.println("not known: " + away.reason());
      }
    } finally {
      client.shutdown();
    }
    // readme: end
  }
}
