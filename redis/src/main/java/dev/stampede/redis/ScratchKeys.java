package dev.stampede.redis;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The keys of the seats of a show that nobody sells: they are removed and need not expire. */
public final class ScratchKeys {

  /** The most keys in one command; Redis may have a crowd to answer meanwhile. */
  private static final int AT_ONCE = 500;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Redis redis;
  private final ShowKeys names;

  public ScratchKeys(Redis redis, String keyPrefix, long epoch, ShowId show) {
    this.redis = redis;
    this.names = new ShowKeys(keyPrefix, epoch, show);
  }

  /** Removes the keys, after all commands that were sent to this Redis before. */
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
