package dev.stampede.bench.matching;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * An entrance for players, and backends that each have the same store by connections of their own.
 */
final class MatchingStand implements AutoCloseable {

  private final TicketStore entrance;
  private final List<TickingBackend> backends;
  private final RedisWork redis;
  private final LongAdder assigned = new LongAdder();

  MatchingStand(
      String redisUrl,
      String prefix,
      int backends,
      int ticketsPerTick,
      BiFunction<String, String, TicketStore> opener) {
    this.redis = new RedisWork(redisUrl);
    this.entrance = opener.apply(redisUrl, prefix);
    this.backends =
        IntStream.range(0, backends)
            .mapToObj(
                _ -> new TickingBackend(opener.apply(redisUrl, prefix), ticketsPerTick, assigned))
            .toList();
  }

  TicketStore entrance() {
    return entrance;
  }

  List<TickingBackend> backends() {
    return backends;
  }

  /** Returns the number of tickets that they have assigned so far. */
  long assigned() {
    return assigned.sum();
  }

  /** Nobody pays for what others left in Redis: assigned tickets stay there for a minute. */
  void clear() {
    redis.clear();
  }

  @Override
  public void close() {
    backends.forEach(TickingBackend::close);
    entrance.close();
    redis.close();
  }
}
