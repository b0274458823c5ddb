package dev.stampede.prove.simulation.redis;

import dev.stampede.prove.simulation.redis.lua.LuaFunction;
import dev.stampede.prove.simulation.redis.lua.LuaScript;
import dev.stampede.prove.simulation.redis.lua.LuaTable;
import dev.stampede.prove.simulation.world.World;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One Redis, with its scripts, its subscribers, and its ways to lose what it knew. */
public final class RedisServer {

  private static final int RUN_ID_BYTES = 20;

  /** Compiled scripts by their digests, and digests by texts: all worlds share them. */
  private static final Map<String, LuaScript> COMPILED = new ConcurrentHashMap<>();

  private static final Map<String, String> DIGESTS = new ConcurrentHashMap<>();

  private final World world;
  private final Set<String> known = new HashSet<>();
  private final List<LettuceConnection> connections = new ArrayList<>();
  private Keyspace keys;
  private RedisCommands commands;
  private String runId;

  public RedisServer(World world) {
    this.world = world;
    this.keys = new Keyspace(() -> micros() / 1_000);
    this.commands = new RedisCommands(keys);
    this.runId = freshId();
  }

  private String freshId() {
    byte[] random = new byte[RUN_ID_BYTES];
    for (int i = 0; i < random.length; i++) {
      random[i] = (byte) world.dice().next();
    }
    return HexFormat.of().formatHex(random);
  }

  private long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, world.now());
  }

  World world() {
    return world;
  }

  void connected(LettuceConnection connection) {
    connections.add(connection);
  }

  /** A copy of everything, as a replica has it that then hears no more. */
  public Object copy() {
    return keys.copy();
  }

  /** Another process takes over, with what a copy had; all connections are cut. */
  public void failOver(Object copy) {
    world.note("Redis fails over to a replica that is behind");
    begin(((Keyspace) copy).copy());
  }

  /** The process ends, and another begins with nothing. */
  public void restartEmpty() {
    world.note("Redis starts again, empty");
    begin(new Keyspace(() -> micros() / 1_000));
  }

  private void begin(Keyspace with) {
    use(with);
    known.clear();
    runId = freshId();
    cutAll();
  }

  /** FLUSHALL: the same process, and nothing in it. */
  public void flush() {
    world.note("Redis is flushed");
    use(new Keyspace(() -> micros() / 1_000));
  }

  private void use(Keyspace other) {
    keys = other;
    commands = new RedisCommands(keys);
  }

  public void cutAll() {
    List.copyOf(connections).forEach(LettuceConnection::cut);
  }

  /** Cuts one of the connections. */
  public void cutOne() {
    world.dice().pick(connections).cut();
  }

  /** Reads a key, for a scenario that looks at what is there. */
  public @Nullable Object look(String... command) {
    return commands.run(List.of(command));
  }

  @Nullable Object execute(List<String> command) {
    return switch (command.getFirst().toUpperCase(Locale.ROOT)) {
      case "EVAL" -> {
        String text = command.get(1);
        String digest = DIGESTS.computeIfAbsent(text, RedisServer::sha1);
        known.add(digest);
        COMPILED.computeIfAbsent(digest, _ -> LuaScript.of(text));
        yield script(digest, command);
      }
      case "EVALSHA" -> {
        if (!known.contains(command.get(1))) {
          throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
        }
        yield script(command.get(1), command);
      }
      case "TIME" ->
          List.of(Long.toString(micros() / 1_000_000), Long.toString(micros() % 1_000_000));
      case "INFO" -> "# Server\r\nrun_id:" + runId + "\r\n";
      case "PUBLISH" -> publish(command.get(1), command.get(2));
      default -> commands.run(command);
    };
  }

  private long publish(String channel, String message) {
    return connections.stream().filter(one -> one.publish(channel, message)).count();
  }

  private @Nullable Object script(String digest, List<String> command) {
    int count = Integer.parseInt(command.get(2));
    Object result =
        Objects.requireNonNull(COMPILED.get(digest), digest)
            .run(command.subList(3, 3 + count), command.subList(3 + count, command.size()), call());
    return answer(result);
  }

  private LuaFunction call() {
    return arguments -> {
      List<String> command = new ArrayList<>(arguments.size());
      arguments.forEach(argument -> command.add(text(argument)));
      return Collections.<@Nullable Object>singletonList(toLua(execute(command)));
    };
  }

  private static String text(@Nullable Object argument) {
    return switch (argument) {
      case String text -> text;
      case Double number when number == Math.rint(number) -> Long.toString(number.longValue());
      case Double number -> number.toString();
      case null, default ->
          throw new RedisError("ERR Lua redis lib command arguments must be strings or integers");
    };
  }

  private static Object toLua(@Nullable Object answer) {
    return switch (answer) {
      case null -> false;
      case Long number -> number.doubleValue();
      case List<?> list -> LuaTable.of(list.stream().map(RedisServer::toLua).toList());
      case RedisCommands.Status status -> {
        LuaTable table = new LuaTable();
        table.set("ok", status.text());
        yield table;
      }
      default -> answer;
    };
  }

  private static @Nullable Object answer(@Nullable Object result) {
    return switch (result) {
      case Double number -> number.longValue();
      case LuaTable table -> table.list().stream().map(RedisServer::answer).toList();
      case Boolean value -> value ? 1L : null;
      case null, default -> result;
    };
  }

  private static String sha1(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing from this JDK", e);
    }
  }
}
