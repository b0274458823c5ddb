package dev.stampede.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients of Redis in each of its shapes, with the same limits and the same options. */
final class RedisClients {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(1);

  /**
   * The timeout of the handshake of a new connection: a machine that starts everything at once is
   * slow.
   */
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

  private static final int MAX_QUEUED_COMMANDS = 100_000;

  /** Full jitter: servers that have lost the same Redis do not all come back at the same moment. */
  private static final Delay RECONNECT =
      Delay.fullJitter(Duration.ofMillis(2), Duration.ofSeconds(1), 5, TimeUnit.MILLISECONDS);

  private static final Duration CLUSTER_LOOK = Duration.ofSeconds(5);
  private static final Duration CLUSTER_LOOKS_APART = Duration.ofMillis(500);
  private static final Duration SHUT_DOWN_WITHIN = Duration.ofSeconds(2);

  private RedisClients() {}

  static RedisClient of(RedisSettings.Single settings) {
    return one(uri(settings.node(), settings));
  }

  /** Asks the Sentinels who is master, each time it connects. */
  static RedisClient of(RedisSettings.Sentinel settings) {
    return one(uri(settings));
  }

  private static RedisClient one(RedisURI uri) {
    RedisClient client = RedisClient.create(resources(), uri);
    client.setOptions(options(ClientOptions.builder()).build());
    return client;
  }

  static RedisClusterClient of(RedisSettings.Cluster settings) {
    List<RedisURI> uris = settings.nodes().stream().map(node -> uri(node, settings)).toList();
    RedisClusterClient client = RedisClusterClient.create(resources(), uris);
    client.setOptions(
        options(ClusterClientOptions.builder().topologyRefreshOptions(topology())).build());
    return client;
  }

  static void shutDown(AbstractRedisClient client) {
    client.shutdown(Duration.ZERO, SHUT_DOWN_WITHIN);
    var _ = client.getResources().shutdown(0, SHUT_DOWN_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static ClientResources resources() {
    return ClientResources.builder()
        .reconnectDelay(RECONNECT)
        .nettyCustomizer(
            new NettyCustomizer() {
              @Override
              public void afterChannelInitialized(Channel channel) {
                channel.pipeline().addFirst(new ResponseTimeoutHandler());
              }
            })
        .build();
  }

  /** Refreshes the cluster's slots now and then, and as soon as something hints at a change. */
  private static ClusterTopologyRefreshOptions topology() {
    return ClusterTopologyRefreshOptions.builder()
        .enablePeriodicRefresh(CLUSTER_LOOK)
        .adaptiveRefreshTriggersTimeout(CLUSTER_LOOKS_APART)
        .refreshTriggersReconnectAttempts(1)
        .build();
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
}
