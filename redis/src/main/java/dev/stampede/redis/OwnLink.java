package dev.stampede.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/** A connection of one user's own; it comes back by itself, as the shared one does. */
public record OwnLink(
    StatefulConnection<String, String> connection,
    RedisClusterAsyncCommands<String, String> commands)
    implements RedisLink, AutoCloseable {

  @Override
  public void close() {
    connection.close();
  }
}
