package dev.stampede.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Topologies that all tests of a JVM share and none harms: started when first asked for, ended with
 * the JVM. A test that kills a server starts a topology of its own.
 */
public final class SharedTopologies {

  private SharedTopologies() {}

  public static SentinelRedis sentinels() {
    return Sentinels.SHARED;
  }

  public static ClusterRedis cluster() {
    return Cluster.SHARED;
  }

  private static final class Sentinels {
    private static final SentinelRedis SHARED = started(SentinelRedis::start);
  }

  private static final class Cluster {
    private static final ClusterRedis SHARED = started(ClusterRedis::start);
  }

  private static <T extends AutoCloseable> T started(Function<Path, T> start) {
    Path folder;
    try {
      folder = TemporaryData.create();
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for a topology", e);
    }
    T topology = start.apply(folder);
    // Its guards would end it too; this takes its files away as well.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(topology, folder)));
    return topology;
  }

  private static void end(AutoCloseable topology, Path folder) {
    try {
      topology.close();
    } catch (Exception e) {
      throw new TestkitException("a topology did not end", e);
    } finally {
      TemporaryData.delete(folder);
    }
  }
}
