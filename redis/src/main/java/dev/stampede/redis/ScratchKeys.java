package dev.stampede.redis;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What Redis knows of the seats of a show that nobody sells: to be removed, not to expire. */
public final class ScratchKeys {

  /** In one command; a Redis that answers a crowd must not be kept from it. */
  private static final int AT_ONCE = 500;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Redis redis;
  private final ShowKeys names;

  public ScratchKeys(Redis redis, String keyPrefix, long epoch, ShowId show) {
    this.redis = redis;
    this.names = new ShowKeys(keyPrefix, epoch, show);
  }

  /** Removes them, behind all that was sent to this Redis before. */
  public void remove(int seats) throws ExecutionException, TimeoutException, InterruptedException {
    List<String> keys =
        Stream.concat(
                Stream.of(names.head(), names.ranks(), names.log(), names.copy()),
                IntStream.range(0, seats).mapToObj(names::seat))
            .toList();
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      String[] some =
          keys.subList(from, Math.min(keys.size(), from + AT_ONCE)).toArray(String[]::new);
      redis
          .commands()
          .unlink(some)
          .toCompletableFuture()
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
