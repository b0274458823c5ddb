package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Nanos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Threads that acquire and release, one after the other, for as long as they are told. */
record Contenders(Peer peer, int threads, IntFunction<String> keyOf, Baton baton) {

  /** Runs all contenders for this long and adds up their tallies. */
  LockTally run(Duration duration) throws InterruptedException {
    long end = System.nanoTime() + duration.toNanos();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<LockTally>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String key = keyOf.apply(i);
        running.add(pool.submit(() -> one(key, end)));
      }
      LockTally all = LockTally.empty();
      for (Future<LockTally> each : running) {
        all.add(each.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a contender failed: " + e.getCause(), e);
    }
  }

  private LockTally one(String key, long end) throws InterruptedException {
    Nanos waits = new Nanos();
    Nanos handOffs = new Nanos();
    long inTime = 0;
    long asked = System.nanoTime();
    while (asked - end < 0) {
      Runnable release = peer.acquire(key);
      long held = System.nanoTime();
      waits.add(held - asked);
      baton.taken(held, handOffs);
      baton.released();
      release.run();
      inTime += held - end < 0 ? 1 : 0;
      asked = System.nanoTime();
    }
    return new LockTally(inTime, waits, handOffs);
  }
}
