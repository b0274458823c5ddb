package dev.stampede.prove.simulation.redis.lua;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The functions that the product's scripts use. */
final class LuaLibrary {

  /** In the order of the script's names: string, math, tonumber, tostring, unpack. */
  static final List<Object> GLOBALS =
      List.of(
          table(
              Map.of(
                  "format", LuaLibrary::format,
                  "match", LuaLibrary::match,
                  "sub", LuaLibrary::sub)),
          table(
              Map.of(
                  "floor", of -> one(Math.floor(LuaValues.number(of.getFirst()))),
                  "max", of -> one(of.stream().mapToDouble(LuaValues::number).max().orElseThrow()),
                  "min",
                      of -> one(of.stream().mapToDouble(LuaValues::number).min().orElseThrow()))),
          (LuaFunction) of -> one(LuaValues.toNumber(of.isEmpty() ? null : of.getFirst())),
          (LuaFunction) of -> one(LuaValues.text(of.getFirst())),
          (LuaFunction) LuaLibrary::unpack);

  /** As many as C writes where nothing else is said. */
  private static final int DECIMALS = 6;

  private static final Pattern FORMAT = Pattern.compile("%(?:\\.(\\d))?([fds])");
  private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  private LuaLibrary() {}

  private static LuaTable table(Map<String, LuaFunction> functions) {
    LuaTable table = new LuaTable();
    functions.forEach(table::set);
    return table;
  }

  private static List<@Nullable Object> one(@Nullable Object value) {
    return Collections.singletonList(value);
  }

  private static List<@Nullable Object> unpack(List<@Nullable Object> arguments) {
    return arguments.getFirst() instanceof LuaTable table
        ? new ArrayList<>(table.list())
        : List.of();
  }

  private static List<@Nullable Object> sub(List<@Nullable Object> arguments) {
    String text = LuaValues.text(arguments.getFirst());
    int from = (int) LuaValues.number(arguments.get(1));
    int to = arguments.size() > 2 ? (int) LuaValues.number(arguments.get(2)) : -1;
    int first = Math.max(1, from < 0 ? text.length() + 1 + from : from);
    int last = Math.min(text.length(), to < 0 ? text.length() + 1 + to : to);
    return one(first > last ? "" : text.substring(first - 1, last));
  }

  /** Numbers with so many decimals; a half is rounded to even, as C does. */
  private static List<@Nullable Object> format(List<@Nullable Object> arguments) {
    Matcher found = FORMAT.matcher(LuaValues.text(arguments.getFirst()));
    StringBuilder text = new StringBuilder();
    for (int next = 1; found.find(); next++) {
      Object value = arguments.get(next);
      String written =
          switch (found.group(2)) {
            case "f" -> decimal(LuaValues.number(value), found.group(1));
            case "d" -> Long.toString((long) LuaValues.number(value));
            default -> LuaValues.text(value);
          };
      found.appendReplacement(text, Matcher.quoteReplacement(written));
    }
    return one(found.appendTail(text).toString());
  }

  private static String decimal(double number, @Nullable String places) {
    int scale = places == null ? DECIMALS : Integer.parseInt(places);
    return scale == 0 && number == Math.rint(number)
        ? Long.toString((long) number)
        : new BigDecimal(number).setScale(scale, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static List<@Nullable Object> match(List<@Nullable Object> arguments) {
    Matcher found =
        PATTERNS
            .computeIfAbsent(LuaValues.text(arguments.get(1)), LuaLibrary::pattern)
            .matcher(LuaValues.text(arguments.getFirst()));
    if (!found.find()) {
      return one(null);
    }
    List<@Nullable Object> groups = new ArrayList<>();
    for (int i = Math.min(1, found.groupCount()); i <= found.groupCount(); i++) {
      groups.add(found.group(i));
    }
    return groups;
  }

  /** Lua's classes of characters as Java's; all else that the scripts use is the same. */
  private static Pattern pattern(String lua) {
    return Pattern.compile(
        lua.replace("%a", "[A-Za-z]").replace("%d", "[0-9]").replace("%x", "[0-9A-Fa-f]"),
        Pattern.DOTALL);
  }
}
