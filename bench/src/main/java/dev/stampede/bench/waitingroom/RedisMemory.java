package dev.stampede.bench.waitingroom;

import dev.stampede.redis.Redis;
import java.time.Duration;

/** The memory that Redis has given out, all of it counted. */
record RedisMemory(Redis redis) {

  private static final Duration REWRITTEN_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** While Redis rewrites its log it keeps what comes in besides, which is not the line's. */
  long used() throws InterruptedException {
    long deadline = System.nanoTime() + REWRITTEN_WITHIN.toNanos();
    while (field("persistence", "aof_rewrite_in_progress:") != 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("Redis did not end rewriting its log");
      }
      Thread.sleep(LOOK_EVERY);
    }
    return field("memory", "used_memory:");
  }

  private long field(String section, String name) throws InterruptedException {
    return RedisAwait.answer(redis.commands().info(section))
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Redis does not tell " + name));
  }
}
