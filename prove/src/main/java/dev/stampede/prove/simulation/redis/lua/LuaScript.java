package dev.stampede.prove.simulation.redis.lua;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script, ready to run. */
public final class LuaScript {

  /** The names that a script finds; they have the first slots, in this order. */
  private static final List<String> GLOBALS =
      List.of("KEYS", "ARGV", "redis", "string", "math", "tonumber", "tostring", "unpack");

  private final LuaParser.Parsed parsed;

  private LuaScript(LuaParser.Parsed parsed) {
    this.parsed = parsed;
  }

  public static LuaScript of(String text) {
    return new LuaScript(LuaParser.parse(text, GLOBALS));
  }

  /**
   * Runs it.
   *
   * @param redis what {@code redis.call} does
   * @return the first value that it returns
   */
  public @Nullable Object run(List<String> keys, List<String> arguments, LuaFunction redis) {
    LuaNodes.Frame frame = new LuaNodes.Frame(parsed.slots(), null);
    LuaTable calls = new LuaTable();
    calls.set("call", redis);
    List<Object> globals = new ArrayList<>();
    globals.add(LuaTable.of(keys));
    globals.add(LuaTable.of(arguments));
    globals.add(calls);
    globals.addAll(LuaLibrary.GLOBALS);
    for (int i = 0; i < globals.size(); i++) {
      frame.set(i, globals.get(i));
    }
    List<@Nullable Object> result = parsed.body().run(frame);
    return result == null || result.isEmpty() ? null : result.getFirst();
  }
}
