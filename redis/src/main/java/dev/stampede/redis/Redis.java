package dev.stampede.redis;

import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One shared connection to Redis, whatever its shape; commands of many threads are pipelined on it.
 *
 * <p>While Redis is away commands fail at once instead of piling up: nobody who waits for a seat is
 * helped by an answer about the past. The connection comes back by itself.
 */
public final class Redis implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(1);

  /** For the first words on a new connection: a machine that starts everything at once is slow. */
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

  private static final int MAX_QUEUED_COMMANDS = 100_000;

  private final AbstractRedisClient client;
  private final Supplier<StatefulRedisPubSubConnection<String, String>> subscriptions;
  private final StatefulConnection<String, String> connection;
  private final RedisClusterAsyncCommands<String, String> commands;

  private Redis(
      AbstractRedisClient client,
      Supplier<StatefulRedisPubSubConnection<String, String>> subscriptions,
      StatefulConnection<String, String> connection,
      RedisClusterAsyncCommands<String, String> commands) {
    this.client = client;
    this.subscriptions = subscriptions;
    this.connection = connection;
    this.commands = commands;
  }

  /** Connects; a Redis that does not answer is an exception that says where. */
  public static Redis open(RedisSettings settings) {
    try {
      return switch (settings) {
        case RedisSettings.Cluster cluster -> openCluster(cluster);
        case RedisSettings.Single single -> openOne(uri(single.node(), single));
        case RedisSettings.Sentinel sentinel -> openOne(uri(sentinel));
      };
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "Redis did not answer at %s as %s; is it running, and are the REDIS_* settings right? (%s)"
              .formatted(settings.describe(), settings.access(), e.getMessage()),
          e);
    }
  }

  private static Redis openOne(RedisURI uri) {
    RedisClient client = RedisClient.create(uri);
    client.setOptions(options(ClientOptions.builder()).build());
    try {
      StatefulRedisConnection<String, String> connection = client.connect();
      return new Redis(client, client::connectPubSub, connection, connection.async());
    } catch (RedisException e) {
      client.shutdown();
      throw e;
    }
  }

  private static Redis openCluster(RedisSettings.Cluster settings) {
    List<RedisURI> uris = settings.nodes().stream().map(node -> uri(node, settings)).toList();
    RedisClusterClient client = RedisClusterClient.create(uris);
    client.setOptions(options(ClusterClientOptions.builder()).build());
    try {
      StatefulRedisClusterConnection<String, String> connection = client.connect();
      return new Redis(client, client::connectPubSub, connection, connection.async());
    } catch (RedisException e) {
      client.shutdown();
      throw e;
    }
  }

  private static <B extends ClientOptions.Builder> B options(B builder) {
    builder
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MAX_QUEUED_COMMANDS)
        .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
        .timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT));
    return builder;
  }

  private static RedisURI uri(RedisNode node, RedisSettings settings) {
    RedisURI.Builder builder = RedisURI.builder().withHost(node.host()).withPort(node.port());
    if (settings instanceof RedisSettings.Single single) {
      builder.withDatabase(single.database());
    }
    return withAccess(builder, settings.access()).build();
  }

  private static RedisURI uri(RedisSettings.Sentinel settings) {
    RedisURI.Builder builder = RedisURI.builder().withSentinelMasterId(settings.master());
    settings.sentinels().forEach(node -> builder.withSentinel(node.host(), node.port()));
    return withAccess(builder.withDatabase(settings.database()), settings.access()).build();
  }

  private static RedisURI.Builder withAccess(
      RedisURI.Builder builder, RedisSettings.Access access) {
    if (!access.user().isEmpty()) {
      builder.withAuthentication(access.user(), access.password().toCharArray());
    } else if (!access.password().isEmpty()) {
      builder.withPassword(access.password().toCharArray());
    }
    return builder.withSsl(access.tls()).withTimeout(HANDSHAKE_TIMEOUT);
  }

  /** The commands that a single server, a Sentinel's master and a cluster all understand. */
  public RedisClusterAsyncCommands<String, String> commands() {
    return commands;
  }

  /** A channel being heard. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Hears a channel, on a connection of its own that comes back by itself.
   *
   * @param heard called by one thread, which must not be kept waiting
   * @param subscribed called when the subscription was made, and each time it was made again
   */
  Subscription subscribe(String channel, Consumer<String> heard, Runnable subscribed) {
    try {
      StatefulRedisPubSubConnection<String, String> own = subscriptions.get();
      own.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String from, String text) {
              heard.accept(text);
            }

            @Override
            public void subscribed(String to, long count) {
              subscribed.run();
            }
          });
      own.sync().subscribe(channel);
      return own::close;
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "Redis did not let us subscribe to %s (%s)".formatted(channel, e.getMessage()), e);
    }
  }

  /** Locks on connections of their own, whatever Redis' shape. */
  RedisLocks locks(LockSettings settings) {
    try {
      return client instanceof RedisClusterClient cluster
          ? RedisLocks.open(cluster, settings)
          : RedisLocks.open((RedisClient) client, settings);
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "Redis did not let us open connections for locks (%s)".formatted(e.getMessage()), e);
    }
  }

  /** Returns when Redis has answered, throws when it has not within the time-out. */
  public void ping(Duration timeout)
      throws ExecutionException, TimeoutException, InterruptedException {
    commands.ping().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
