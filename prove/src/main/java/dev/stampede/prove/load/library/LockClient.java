package dev.stampede.prove.load.library;

import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/**
 * The locks of one process, on one Redis ({@code redis://}), on the master of Sentinels ({@code
 * redis-sentinel://host:port,host:port#master}) or on a cluster ({@code
 * redis-cluster://host:port,host:port}).
 */
final class LockClient implements AutoCloseable {

  private static final String CLUSTER = "redis-cluster://";
  private static final LockSettings SETTINGS = LockSettings.withPrefix("prove:");

  private final RedisLocks locks;
  private final Runnable shutdown;

  private LockClient(RedisLocks locks, Runnable shutdown) {
    this.locks = locks;
    this.shutdown = shutdown;
  }

  static LockClient open(String url, DataSource pool) {
    TimelineFences fences = new TimelineFences(pool);
    if (url.startsWith(CLUSTER)) {
      RedisClusterClient client = RedisClusterClient.create(nodes(url));
      client.setOptions(
          ClusterClientOptions.builder()
              .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
              .topologyRefreshOptions(
                  ClusterTopologyRefreshOptions.builder().enablePeriodicRefresh().build())
              .build());
      return new LockClient(RedisLocks.open(client, SETTINGS, fences), client::shutdown);
    }
    RedisClient client = RedisClient.create(url);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    return new LockClient(RedisLocks.open(client, SETTINGS, fences), client::shutdown);
  }

  private static List<RedisURI> nodes(String url) {
    return Arrays.stream(url.substring(CLUSTER.length()).split(","))
        .map(node -> RedisURI.create("redis://" + node))
        .toList();
  }

  RedisLocks locks() {
    return locks;
  }

  @Override
  public void close() {
    locks.close();
    shutdown.run();
  }
}
