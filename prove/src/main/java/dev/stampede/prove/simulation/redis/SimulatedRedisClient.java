package dev.stampede.prove.simulation.redis;

import dev.stampede.prove.simulation.world.World;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;

/**
 * Lettuce's client, whose connections lead to the Redis of the world in which they are opened. It
 * implements as much of Lettuce as the product calls; all else is refused.
 */
public final class SimulatedRedisClient extends RedisClient {

  /** It keeps nothing; all worlds share it, for Lettuce prepares threads for each client. */
  public static final SimulatedRedisClient ONE = new SimulatedRedisClient();

  private SimulatedRedisClient() {}

  private static LettuceConnection open() {
    World world = World.current();
    return new LettuceConnection(world.part(RedisServer.class), world.part(RedisLatency.class));
  }

  @Override
  public StatefulRedisConnection<String, String> connect() {
    LettuceConnection connection = open();
    RedisAsyncCommands<String, String> async =
        proxy(
            RedisAsyncCommands.class,
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "dispatch" -> dispatch(connection, arguments);
                  case "ping" -> ping(connection);
                  default -> throw refused(method.getName());
                });
    return proxy(
        StatefulRedisConnection.class,
        (_, method, arguments) ->
            switch (method.getName()) {
              case "async" -> async;
              case "dispatch" -> sent(connection, arguments[0]);
              case "setTimeout" -> null;
              case "close" -> closed(connection);
              default -> throw refused(method.getName());
            });
  }

  @Override
  public StatefulRedisPubSubConnection<String, String> connectPubSub() {
    LettuceConnection connection = open();
    RedisPubSubCommands<String, String> sync =
        proxy(
            RedisPubSubCommands.class,
            (_, method, arguments) -> {
              if (!method.getName().equals("subscribe")) {
                throw refused(method.getName());
              }
              List.of((Object[]) arguments[0])
                  .forEach(channel -> connection.subscribe((String) channel));
              return null;
            });
    RedisPubSubAsyncCommands<String, String> async =
        proxy(
            RedisPubSubAsyncCommands.class,
            (_, method, _) -> {
              if (!method.getName().equals("ping")) {
                throw refused(method.getName());
              }
              return ping(connection);
            });
    return proxy(
        StatefulRedisPubSubConnection.class,
        (_, method, arguments) ->
            switch (method.getName()) {
              case "sync" -> sync;
              case "async" -> async;
              case "addListener" -> listening(connection, arguments[0]);
              case "close" -> closed(connection);
              case "hashCode" -> System.identityHashCode(connection);
              default -> throw refused(method.getName());
            });
  }

  // The proxy has the type that is asked for, which callers name.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T proxy(Class<?> type, InvocationHandler handler) {
    return (T)
        Proxy.newProxyInstance(
            SimulatedRedisClient.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private static UnsupportedOperationException refused(String method) {
    return new UnsupportedOperationException(
        method + " is not simulated; add it to SimulatedRedisClient");
  }

  @SuppressWarnings("unchecked") // Lettuce's own signature of dispatch
  private static RedisFuture<?> dispatch(LettuceConnection connection, Object[] arguments) {
    AsyncCommand<String, String, Object> command =
        new AsyncCommand<>(
            new Command<>(
                (ProtocolKeyword) arguments[0],
                (CommandOutput<String, String, Object>) arguments[1],
                (CommandArgs<String, String>) arguments[2]));
    connection.send(command);
    return command;
  }

  private static RedisFuture<String> ping(LettuceConnection connection) {
    AsyncCommand<String, String, String> command =
        new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
    connection.send(command);
    return command;
  }

  @SuppressWarnings("unchecked") // Lettuce's own signature of dispatch
  private static Object sent(LettuceConnection connection, Object commands) {
    if (commands instanceof Collection<?> several) {
      several.forEach(one -> connection.send((RedisCommand<String, String, ?>) one));
    } else {
      connection.send((RedisCommand<String, String, ?>) commands);
    }
    return commands;
  }

  @SuppressWarnings("unchecked") // Lettuce's own signature of addListener
  private static Object listening(LettuceConnection connection, Object listener) {
    connection.listen((RedisPubSubListener<String, String>) listener);
    return true;
  }

  private static Object closed(LettuceConnection connection) {
    connection.close();
    return true;
  }
}
