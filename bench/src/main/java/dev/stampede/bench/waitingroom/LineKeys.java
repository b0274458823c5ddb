package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.SaleShow;
import dev.stampede.redis.Redis;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The keys of one line as Redis has them, for what nobody but a benchmark does with them. */
final class LineKeys {

  private static final int SCAN_STEP = 1_000;

  private final Redis redis;
  private final String head;

  LineKeys(Redis redis, String keyPrefix, SaleShow show) {
    this.redis = redis;
    this.head = keyPrefix + "{show:" + show.id() + "}:line";
  }

  /**
   * Returns the bytes that Redis believes each of them to take, from a look at a few of its
   * entries.
   */
  Map<String, Long> bytes() throws InterruptedException {
    Map<String, Long> bytes = new TreeMap<>();
    for (String key : names()) {
      bytes.put(
          key.substring(head.length() - "line".length()),
          RedisAwait.answer(redis.commands().memoryUsage(key)));
    }
    return bytes;
  }

  /** Makes the line that of another server, as one that was rewound by a restart is. */
  void rewind() throws InterruptedException {
    var _ = RedisAwait.answer(redis.commands().hset(head, "run", "another"));
  }

  /** Nothing is left of it. */
  void lose() throws InterruptedException {
    var _ = RedisAwait.answer(redis.commands().unlink(names().toArray(String[]::new)));
  }

  private SortedSet<String> names() throws InterruptedException {
    ScanArgs matching = ScanArgs.Builder.matches(head + "*").limit(SCAN_STEP);
    SortedSet<String> names = new TreeSet<>();
    ScanCursor at = ScanCursor.INITIAL;
    while (!at.isFinished()) {
      RedisFuture<KeyScanCursor<String>> page = redis.commands().scan(at, matching);
      KeyScanCursor<String> found = RedisAwait.answer(page);
      names.addAll(found.getKeys());
      at = found;
    }
    return names;
  }
}
