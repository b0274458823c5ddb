package dev.stampede.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/** A way to ask Redis, whatever its shape. */
public interface RedisLink {

  /** The commands that a single server, a Sentinel's master and a cluster all understand. */
  RedisClusterAsyncCommands<String, String> commands();
}
