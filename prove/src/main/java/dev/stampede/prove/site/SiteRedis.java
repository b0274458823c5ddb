package dev.stampede.prove.site;

import dev.stampede.testkit.OwnRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The Redis of a site, in one of its topologies. */
public sealed interface SiteRedis permits AloneRedis, WatchedRedis, ShardedRedis {

  /** All nodes, in the order of their numbers. */
  List<OwnRedis> nodes();

  /** The nodes that take writes now. */
  List<OwnRedis> masters() throws IOException;

  /** The ports of the Sentinels; empty where there are none. */
  List<Integer> sentinelPorts();

  /** Makes a replica the master, though nothing is wrong. */
  void failOver(RandomGenerator random) throws IOException;

  /**
   * Kills a master and has a replica take over that is so much behind.
   *
   * @return the master that is dead now
   */
  OwnRedis promoteBehind(Duration lag, RandomGenerator random)
      throws IOException, InterruptedException;

  void killSentinel(int number);

  void startSentinelAgain(int number);

  /** Names each part that is not as it should be. */
  List<String> complaints();

  default List<Integer> ports() {
    return nodes().stream().map(OwnRedis::port).toList();
  }
}
