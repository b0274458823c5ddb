package dev.stampede.prove.simulation.redis;

import dev.stampede.prove.simulation.redis.ScoredSet.Bound;
import dev.stampede.prove.simulation.redis.ScoredSet.Scored;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The commands that the product and its scripts use. An answer is a Long, a text, a list of
 * answers, {@link Status}, or null for nil.
 */
final class RedisCommands {

  /** A simple string. */
  record Status(String text) {}

  static final Status OK = new Status("OK");

  private final Keyspace keys;

  RedisCommands(Keyspace keys) {
    this.keys = keys;
  }

  @Nullable Object run(List<String> command) {
    String key = command.size() > 1 ? command.get(1) : "";
    List<String> rest = command.size() > 2 ? command.subList(2, command.size()) : List.of();
    Object answer =
        switch (command.getFirst().toUpperCase(Locale.ROOT)) {
          case "PING" -> new Status("PONG");
          case "GET" -> keys.get(key);
          case "SET" -> set(key, rest);
          case "DEL", "UNLINK" ->
              command.stream().skip(1).mapToLong(one -> keys.delete(one) ? 1 : 0).sum();
          case "PEXPIRE" -> keys.expire(key, Long.parseLong(rest.getFirst())) ? 1L : 0L;
          case "PTTL" -> keys.left(key);
          case "HGET" -> keys.hash(key).get(rest.getFirst());
          case "HMGET" -> values(keys.hash(key), rest);
          case "HSET" -> hset(keys.hash(key), rest);
          case "HDEL" ->
              rest.stream().filter(field -> keys.hash(key).remove(field) != null).count();
          case "HEXISTS" -> keys.hash(key).containsKey(rest.getFirst()) ? 1L : 0L;
          case "HLEN" -> (long) keys.hash(key).size();
          case "HGETALL" -> pairs(keys.hash(key));
          case "HSCAN" -> List.of("0", pairs(keys.hash(key)));
          case "HINCRBY" -> increased(keys.hash(key), rest);
          case "RPUSH" -> pushed(keys.list(key), rest);
          case "LLEN" -> (long) keys.list(key).size();
          case "LRANGE" -> range(keys.list(key), rest);
          case "LTRIM" -> trim(keys.list(key), rest);
          case "SETBIT" -> setBit(keys.bits(key), rest);
          default -> ofSortedSet(command.getFirst().toUpperCase(Locale.ROOT), key, rest);
        };
    keys.tidy(key);
    return answer;
  }

  private @Nullable Object ofSortedSet(String command, String key, List<String> rest) {
    ScoredSet set = keys.set(key);
    return switch (command) {
      case "ZADD" -> add(set, rest);
      case "ZREM" -> rest.stream().filter(set::remove).count();
      case "ZCARD" -> (long) set.size();
      case "ZSCORE" -> score(set, rest.getFirst());
      case "ZMSCORE" -> {
        List<@Nullable Object> scores = new ArrayList<>();
        rest.forEach(member -> scores.add(score(set, member)));
        yield scores;
      }
      case "ZCOUNT" -> (long) between(set, rest).size();
      case "ZRANGE" ->
          members(
              set.range(Integer.parseInt(rest.get(0)), Integer.parseInt(rest.get(1))),
              rest.contains("WITHSCORES"));
      case "ZRANGEBYSCORE" ->
          members(limited(between(set, rest), rest), rest.contains("WITHSCORES"));
      case "ZREMRANGEBYSCORE" ->
          between(set, rest).stream().filter(one -> set.remove(one.member())).count();
      default -> throw new RedisError("ERR unknown command '" + command + "'");
    };
  }

  private @Nullable Object set(String key, List<String> rest) {
    if (rest.contains("NX") && keys.get(key) != null) {
      return null;
    }
    int px = rest.indexOf("PX");
    keys.set(key, rest.getFirst(), px < 0 ? 0 : Long.parseLong(rest.get(px + 1)));
    return OK;
  }

  private static List<@Nullable Object> values(Map<String, String> hash, List<String> fields) {
    List<@Nullable Object> values = new ArrayList<>();
    fields.forEach(field -> values.add(hash.get(field)));
    return values;
  }

  private static long hset(Map<String, String> hash, List<String> rest) {
    long added = 0;
    for (int i = 0; i < rest.size(); i += 2) {
      added += hash.put(rest.get(i), rest.get(i + 1)) == null ? 1 : 0;
    }
    return added;
  }

  private static List<Object> pairs(Map<String, String> hash) {
    List<Object> pairs = new ArrayList<>();
    hash.forEach(
        (field, value) -> {
          pairs.add(field);
          pairs.add(value);
        });
    return pairs;
  }

  private static long increased(Map<String, String> hash, List<String> rest) {
    long now =
        Long.parseLong(hash.getOrDefault(rest.getFirst(), "0")) + Long.parseLong(rest.get(1));
    hash.put(rest.getFirst(), Long.toString(now));
    return now;
  }

  private static long pushed(List<String> list, List<String> values) {
    list.addAll(values);
    return list.size();
  }

  private static List<String> range(List<String> list, List<String> rest) {
    int from = Integer.parseInt(rest.get(0));
    int to = Integer.parseInt(rest.get(1));
    int first = Math.max(0, from < 0 ? list.size() + from : from);
    int last = Math.min(list.size() - 1, to < 0 ? list.size() + to : to);
    return first > last ? List.of() : List.copyOf(list.subList(first, last + 1));
  }

  private static Status trim(List<String> list, List<String> rest) {
    List<String> kept = range(list, rest);
    list.clear();
    list.addAll(kept);
    return OK;
  }

  private static long setBit(BitSet bits, List<String> rest) {
    int at = Integer.parseInt(rest.getFirst());
    long before = bits.get(at) ? 1 : 0;
    bits.set(at, rest.get(1).equals("1"));
    return before;
  }

  private static long add(ScoredSet set, List<String> rest) {
    boolean onlyNew = rest.contains("NX");
    boolean onlyKnown = rest.contains("XX");
    boolean countsChanged = rest.contains("CH");
    int from = (onlyNew ? 1 : 0) + (onlyKnown ? 1 : 0) + (countsChanged ? 1 : 0);
    long count = 0;
    for (int i = from; i < rest.size(); i += 2) {
      double score = Double.parseDouble(rest.get(i));
      Double before = set.score(rest.get(i + 1));
      if (before == null ? onlyKnown : onlyNew) {
        continue;
      }
      set.put(rest.get(i + 1), score);
      count += before == null || (countsChanged && before != score) ? 1 : 0;
    }
    return count;
  }

  private static @Nullable String score(ScoredSet set, String member) {
    return Optional.ofNullable(set.score(member)).map(Scored::text).orElse(null);
  }

  private static List<Scored> between(ScoredSet set, List<String> rest) {
    return set.between(Bound.of(rest.get(0)), Bound.of(rest.get(1)));
  }

  private static List<Scored> limited(List<Scored> found, List<String> rest) {
    int limit = rest.indexOf("LIMIT");
    return limit < 0
        ? found
        : found.stream()
            .skip(Long.parseLong(rest.get(limit + 1)))
            .limit(Long.parseLong(rest.get(limit + 2)))
            .toList();
  }

  private static List<String> members(List<Scored> found, boolean withScores) {
    List<String> members = new ArrayList<>();
    for (Scored one : found) {
      members.add(one.member());
      if (withScores) {
        members.add(Objects.requireNonNull(one.text()));
      }
    }
    return members;
  }
}
