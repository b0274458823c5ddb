package dev.stampede.locks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The way to Redis, whatever its shape: one connection on which the commands of all threads are
 * pipelined, and one for messages. Both come back by themselves. The client is the caller's.
 */
final class Wire implements AutoCloseable {

  private final StatefulConnection<String, String> connection;
  private final RedisClusterAsyncCommands<String, String> commands;
  private final StatefulRedisPubSubConnection<String, String> messages;
  private final boolean cluster;

  private Wire(
      StatefulConnection<String, String> connection,
      RedisClusterAsyncCommands<String, String> commands,
      StatefulRedisPubSubConnection<String, String> messages,
      boolean cluster) {
    this.connection = connection;
    this.commands = commands;
    this.messages = messages;
    this.cluster = cluster;
  }

  /** To one server, or to the master that Sentinels name, as the client was made. */
  static Wire to(RedisClient client) {
    return opened(
        () -> {
          StatefulRedisConnection<String, String> connection = client.connect();
          return new Wire(
              connection, connection.async(), second(client::connectPubSub, connection), false);
        });
  }

  static Wire to(RedisClusterClient client) {
    return opened(
        () -> {
          StatefulRedisClusterConnection<String, String> connection = client.connect();
          return new Wire(
              connection, connection.async(), second(client::connectPubSub, connection), true);
        });
  }

  private static Wire opened(Supplier<Wire> opening) {
    try {
      return opening.get();
    } catch (RedisException e) {
      throw unreachable(e);
    }
  }

  /** The second connection; without it the first is of no use. */
  private static StatefulRedisPubSubConnection<String, String> second(
      Supplier<StatefulRedisPubSubConnection<String, String>> opening,
      StatefulConnection<String, String> first) {
    try {
      return opening.get();
    } catch (RedisException e) {
      first.close();
      throw e;
    }
  }

  private static LocksException unreachable(RedisException e) {
    return new LocksException(
        "Redis did not answer; is it running, and is the client's address right? (%s)"
            .formatted(e.getMessage()),
        e);
  }

  boolean isCluster() {
    return cluster;
  }

  RedisClusterAsyncCommands<String, String> commands() {
    return commands;
  }

  /**
   * Hears a channel.
   *
   * @param heard called by the thread that reads from Redis; it must not wait
   */
  void hear(String channel, Consumer<String> heard) {
    messages.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String from, String text) {
            heard.accept(text);
          }
        });
    try {
      messages.sync().subscribe(channel);
    } catch (RedisException e) {
      throw unreachable(e);
    }
  }

  @Override
  public void close() {
    messages.close();
    connection.close();
  }
}
