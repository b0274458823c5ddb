package dev.stampede.prove.load.library;

import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.RedisLocks;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.ChildRecord;
import dev.stampede.prove.history.RecordedCall;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One client that takes a lock, works for a while, and writes with its fence; again and again. Some
 * of its work lasts longer than the lock, so that stale fences occur without any fault too.
 */
final class LockWriter {

  /** Few, so that writers of all processes meet. */
  static final int RESOURCES = 4;

  private static final Duration LOCK = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration USUAL_WORK = Duration.ofMillis(20);
  private static final Duration LONG_WORK = Duration.ofMillis(1_500);
  private static final double WORKS_LONG = 0.02;
  private static final Duration PAUSE = Duration.ofMillis(400);

  private final RedisLocks locks;
  private final GuardedRows rows;
  private final ChildRecord record;
  private final int client;
  private final String name;
  private final Random random;

  LockWriter(
      RedisLocks locks, GuardedRows rows, ChildRecord record, LibrarySettings process, int n) {
    this.locks = locks;
    this.rows = rows;
    this.record = record;
    this.client = process.client(n);
    this.name = process.name() + "-" + n;
    this.random = new Random(process.seed() ^ process.client(n));
  }

  void run(BooleanSupplier isOver) {
    try {
      while (!isOver.getAsBoolean()) {
        write("resource-" + random.nextInt(RESOURCES));
        pause(upTo(PAUSE));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(String resource) throws InterruptedException {
    long now = record.nowMicros();
    RecordedCall call =
        new RecordedCall(
            record.nextId(),
            CallKind.FENCED_WRITE,
            client,
            name,
            -1,
            now,
            now,
            Asked.NOTHING.about(resource),
            Answered.nothing(""));
    record.begun(call);
    LockRequest request = LockRequest.on(resource).lasting(LOCK).within(PATIENCE).fenced();
    switch (locks.acquire(request)) {
      case LockOutcome.Acquired(HeldLock lock) -> {
        try (lock) {
          long fence = lock.fence().orElseThrow();
          pause(random.nextDouble() < WORKS_LONG ? LONG_WORK : upTo(USUAL_WORK));
          ended(call, fence, rows.write(resource, fence, name, call.id()));
        }
      }
      case LockOutcome.Busy(List<String> _) -> ended(call, 0, Answered.problem(409, "lock-busy"));
      case LockOutcome.TimedOut _ -> ended(call, 0, Answered.problem(409, "lock-timed-out"));
      case LockOutcome.Unavailable _ -> ended(call, 0, Answered.problem(503, "lock-unavailable"));
    }
  }

  private void ended(RecordedCall call, long fence, Answered answered) {
    record.ended(call.with(call.asked().amount(fence), answered).endedAt(record.nowMicros()));
  }

  private Duration upTo(Duration most) {
    return Duration.ofNanos(random.nextLong(most.toNanos()));
  }

  private static void pause(Duration time) throws InterruptedException {
    LockSupport.parkNanos(time.toNanos());
    if (Thread.interrupted()) {
      throw new InterruptedException("the process ends");
    }
  }
}
