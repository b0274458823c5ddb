package dev.stampede.locks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The way to Redis, whatever its shape: one connection on which the commands of all threads are
 * pipelined, and one for messages. Both come back by themselves. The client is the caller's.
 */
final class Wire implements AutoCloseable {

  private final StatefulConnection<String, String> connection;
  private final CommandBatcher outbox;
  private final StatefulRedisPubSubConnection<String, String> messages;
  private final boolean cluster;

  private Wire(
      StatefulConnection<String, String> connection,
      StatefulRedisPubSubConnection<String, String> messages,
      Duration answerWithin,
      boolean cluster) {
    this.connection = connection;
    // Callers wait that long for an answer by themselves; a timer for each command would be a
    // second one.
    connection.setTimeout(Duration.ZERO);
    this.outbox = new CommandBatcher(connection, answerWithin);
    this.messages = messages;
    this.cluster = cluster;
  }

  /** Connects to one server, or to the master that Sentinels name, as the client was made. */
  static Wire to(RedisClient client, LockSettings settings) {
    return opened(
        () -> {
          StatefulRedisConnection<String, String> connection = client.connect();
          return new Wire(
              connection,
              second(client::connectPubSub, connection),
              settings.answerWithin(),
              false);
        });
  }

  static Wire to(RedisClusterClient client, LockSettings settings) {
    return opened(
        () -> {
          StatefulRedisClusterConnection<String, String> connection = client.connect();
          return new Wire(
              connection, second(client::connectPubSub, connection), settings.answerWithin(), true);
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

  /** Sends a command together with those of other threads; its answer completes it. */
  <T> CompletableFuture<T> send(
      CommandType type,
      CommandOutput<String, String, T> output,
      CommandArgs<String, String> arguments) {
    AsyncCommand<String, String, T> command =
        new AsyncCommand<>(new Command<>(type, output, arguments));
    outbox.send(command);
    return command;
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
