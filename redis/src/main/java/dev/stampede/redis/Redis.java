package dev.stampede.redis;

import dev.stampede.locks.LockSettings;
import dev.stampede.locks.RedisLocks;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One shared connection to Redis, whatever its shape; commands of many threads are pipelined on it.
 *
 * <p>While Redis is away commands fail at once instead of piling up: nobody who waits for a seat is
 * helped by an answer about the past. The client reconnects by itself, to the master of that
 * moment; it gives up a master that no longer answers ({@link ResponseTimeoutHandler}).
 */
public final class Redis implements RedisLink, AutoCloseable {

  /** The interval between two {@linkplain #probe() probes}. */
  public static final Duration PROBE = Duration.ofMillis(250);

  /** The same in a quiet deployment. */
  public static final Duration QUIET_PROBE = Duration.ofSeconds(2);

  /** The timeout of a call to the gate: beyond it, the database serves the buyer better. */
  static final Duration GATE_PATIENCE = Duration.ofMillis(75);

  private static final Duration GATE_SLOW = Duration.ofMillis(50);

  /** The timeout of a buyer's call to the line. */
  private static final Duration LINE_PATIENCE = Duration.ofMillis(800);

  private static final Duration LINE_SLOW = Duration.ofMillis(400);

  private final AbstractRedisClient client;
  private final Supplier<StatefulRedisPubSubConnection<String, String>> subscriptions;
  private final StatefulConnection<String, String> connection;
  private final RedisClusterAsyncCommands<String, String> commands;
  private final Set<StatefulRedisPubSubConnection<String, String>> listening =
      ConcurrentHashMap.newKeySet();
  private final RedisBreaker gateBreaker = new RedisBreaker("seat-gate", GATE_PATIENCE, GATE_SLOW);
  private final RedisBreaker lineBreaker =
      new RedisBreaker("waiting-line", LINE_PATIENCE, LINE_SLOW);
  private final RedisRetries retries = new RedisRetries(new RetryBudget());

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
        case RedisSettings.Single single -> opened(RedisClients.of(single));
        case RedisSettings.Sentinel sentinel -> opened(RedisClients.of(sentinel));
        case RedisSettings.Cluster cluster -> opened(RedisClients.of(cluster));
      };
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "Redis did not answer at %s as %s; is it running, and are the REDIS_* settings right? (%s)"
              .formatted(settings.describe(), settings.access(), e.getMessage()),
          e);
    }
  }

  private static Redis opened(RedisClient client) {
    return opened(
        client,
        () -> {
          StatefulRedisConnection<String, String> connection = client.connect();
          return new Redis(client, client::connectPubSub, connection, connection.async());
        });
  }

  private static Redis opened(RedisClusterClient client) {
    return opened(
        client,
        () -> {
          StatefulRedisClusterConnection<String, String> connection = client.connect();
          connectToMasters(connection);
          return new Redis(client, client::connectPubSub, connection, connection.async());
        });
  }

  /**
   * Connects to all masters: without a connection to a node, the client would refuse a command for
   * it.
   *
   * <p>A killed node stays in the cluster's list as a master, without slots once its replica has
   * them: it is left out. One that still has slots may be on its way out; others answer.
   */
  private static void connectToMasters(StatefulRedisClusterConnection<String, String> cluster) {
    for (RedisClusterNode node : cluster.getPartitions()) {
      if (node.getRole().isUpstream() && !node.hasNoSlots()) {
        tryToConnect(cluster, node.getUri());
      }
    }
  }

  private static void tryToConnect(
      StatefulRedisClusterConnection<String, String> cluster, RedisURI node) {
    try {
      var _ = cluster.getConnection(node.getHost(), node.getPort());
    } catch (RedisException away) {
      // The client connects to it when a command needs its keys, or another node has its slots.
    }
  }

  private static Redis opened(AbstractRedisClient client, Supplier<Redis> opening) {
    try {
      return opening.get();
    } catch (RedisException e) {
      RedisClients.shutDown(client);
      throw e;
    }
  }

  /** The breakers of the gate and of the line. */
  public List<RedisBreaker> breakers() {
    return List.of(gateBreaker, lineBreaker);
  }

  public RedisBreaker gateBreaker() {
    return gateBreaker;
  }

  public RedisBreaker lineBreaker() {
    return lineBreaker;
  }

  /** For reads, and for scripts that do nothing the second time. */
  public RedisRetries retries() {
    return retries;
  }

  /**
   * Pings where no other command does: on connections that only listen, and for a breaker that is
   * not closed, so that it closes although nobody claims anything. Does not wait.
   */
  public void probe() {
    listening.forEach(Redis::ping);
    for (RedisBreaker breaker : breakers()) {
      if (!breaker.isClosed()) {
        var _ = breaker.ask(() -> commands.ping().toCompletableFuture());
      }
    }
  }

  /** Sends a ping; {@link ResponseTimeoutHandler} notices if there is no answer. */
  private static void ping(StatefulRedisPubSubConnection<String, String> connection) {
    try {
      var _ = connection.async().ping();
    } catch (RedisException away) {
      return;
    }
  }

  @Override
  public RedisClusterAsyncCommands<String, String> commands() {
    return commands;
  }

  /** A channel being heard. */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Hears a channel, on a connection of its own that comes back by itself.
   *
   * @param heard called by one thread, which must not be kept waiting
   * @param subscribed called when the subscription was made, and each time it was made again
   */
  public Subscription subscribe(String channel, Consumer<String> heard, Runnable subscribed) {
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
      Subscription subscription =
          () -> {
            listening.remove(own);
            own.close();
          };
      try {
        own.sync().subscribe(channel);
        listening.add(own);
        return subscription;
      } catch (RedisException e) {
        subscription.close();
        throw e;
      }
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "cannot subscribe to %s in Redis (%s)".formatted(channel, e.getMessage()), e);
    }
  }

  /**
   * Another connection: for large batches, which would keep the users of the shared one waiting.
   */
  public OwnLink ownLink() {
    try {
      if (client instanceof RedisClusterClient cluster) {
        StatefulRedisClusterConnection<String, String> own = cluster.connect();
        connectToMasters(own);
        return new OwnLink(own, own.async());
      }
      StatefulRedisConnection<String, String> own = ((RedisClient) client).connect();
      return new OwnLink(own, own.async());
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "cannot open a connection to Redis (%s)".formatted(e.getMessage()), e);
    }
  }

  /** Locks on connections of their own, whatever Redis' shape. */
  public RedisLocks locks(LockSettings settings) {
    try {
      return client instanceof RedisClusterClient cluster
          ? RedisLocks.open(cluster, settings)
          : RedisLocks.open((RedisClient) client, settings);
    } catch (RedisException e) {
      throw new RedisUnreachableException(
          "cannot open connections to Redis for locks (%s)".formatted(e.getMessage()), e);
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
    RedisClients.shutDown(client);
  }
}
