package dev.stampede.redis.gate;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.SeatKeys;
import dev.stampede.engine.verify.SeatKeysAwayException;
import dev.stampede.redis.Redis;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the seats' keys of layer 1, for the comparison with the seats' rows. It changes none. */
public final class RedisSeatKeys implements SeatKeys {

  /** The most keys in one command; Redis may have a crowd to answer meanwhile. */
  private static final int AT_ONCE = 500;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** As {@code enter.lua} reads it. */
  private static final Pattern VALUE =
      Pattern.compile("(\\d{1,18})\n([^\n]*)\n(.*)", Pattern.DOTALL);

  private final Redis redis;
  private final String keyPrefix;
  private final LongSupplier epoch;

  public RedisSeatKeys(Redis redis, String keyPrefix, LongSupplier epoch) {
    this.redis = redis;
    this.keyPrefix = keyPrefix;
    this.epoch = epoch;
  }

  private ShowKeys names(ShowId show) {
    return new ShowKeys(keyPrefix, epoch.getAsLong(), show);
  }

  @Override
  public Map<Integer, Said> said(ShowId show, List<Integer> seats) {
    ShowKeys names = names(show);
    Map<Integer, Said> said = new HashMap<>();
    for (int from = 0; from < seats.size(); from += AT_ONCE) {
      read(names, seats.subList(from, Math.min(seats.size(), from + AT_ONCE)), said);
    }
    return said;
  }

  private void read(ShowKeys names, List<Integer> seats, Map<Integer, Said> said) {
    try {
      String[] keys = seats.stream().map(names::seat).toArray(String[]::new);
      List<KeyValue<String, String>> values = answered(redis.commands().mget(keys));
      Map<Integer, String> there = new LinkedHashMap<>();
      for (int i = 0; i < keys.length; i++) {
        if (values.get(i).hasValue()) {
          there.put(seats.get(i), values.get(i).getValue());
        }
      }
      List<RedisFuture<Long>> asked = new ArrayList<>();
      there.keySet().forEach(seat -> asked.add(redis.commands().pttl(names.seat(seat))));
      int i = 0;
      for (Map.Entry<Integer, String> each : there.entrySet()) {
        long left = answered(asked.get(i++));
        // -2: it has ended meanwhile. -1: it never will.
        if (left != -2) {
          said.put(
              each.getKey(),
              parsed(
                  each.getValue(),
                  left < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(left))));
        }
      }
    } catch (RedisException away) {
      throw new SeatKeysAwayException("Redis did not say what its seat keys are", away);
    }
  }

  private static Said parsed(String value, Optional<Duration> lasts) {
    Matcher parts = VALUE.matcher(value);
    return parts.matches()
        ? new Said(Long.parseLong(parts.group(1)), parts.group(2), parts.group(3), lasts)
        : new Said(Said.UNREADABLE, "", value, lasts);
  }

  private static <T> T answered(CompletionStage<T> asked) {
    try {
      return asked.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException away) {
      throw new SeatKeysAwayException("Redis did not say what its seat keys are", away);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new SeatKeysAwayException("the look at Redis was interrupted", stopped);
    }
  }
}
