package dev.stampede.redis.line;

import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The list of lines in use that all processes of a deployment keep together. */
final class LinesInUse {

  private final Redis redis;
  private final RedisScript script;
  private final List<String> keys;

  LinesInUse(Redis redis, String keyPrefix) {
    this.redis = redis;
    this.script = new RedisScript(redis, LinesInUse.class, "in-use.lua");
    this.keys = List.of(ShowKeys.linesInUse(keyPrefix));
  }

  Set<ShowId> exchange(Collection<ShowId> here, Duration lasting) {
    List<Object> all =
        LineScript.await(
            redis
                .lineBreaker()
                .askUnjudged(
                    () ->
                        script.run(
                            keys,
                            args -> {
                              args.add(lasting.toMillis());
                              here.forEach(show -> args.add(show.value()));
                            })));
    return all.stream()
        .map(show -> new ShowId(LineScript.number(show)))
        .collect(Collectors.toUnmodifiableSet());
  }
}
