package dev.stampede.prove.site;

import dev.stampede.testkit.OwnRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes replicas of Redis miss the last writes of their master. */
final class LaggingReplicas {

  private LaggingReplicas() {}

  /**
   * Stops the replicas, cuts their links, lets the master take writes for a while and kills it. The
   * links are cut because a stopped process still receives: thawed, it would read what it missed.
   */
  static void loseWrites(OwnRedis master, List<OwnRedis> replicas, Duration lag)
      throws IOException, InterruptedException {
    replicas.forEach(OwnRedis::freeze);
    try {
      master.ask("CLIENT", "KILL", "TYPE", "replica");
      TimeUnit.NANOSECONDS.sleep(lag.toNanos());
      master.kill();
    } finally {
      replicas.forEach(OwnRedis::thaw);
    }
  }
}
