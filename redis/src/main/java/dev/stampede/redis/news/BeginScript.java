package dev.stampede.redis.news;

import dev.stampede.engine.seats.Position;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Begins the log of a show that has none. */
final class BeginScript {

  private final RedisScript script;
  private final String keyPrefix;

  BeginScript(Redis redis, String keyPrefix) {
    this.script = new RedisScript(redis, BeginScript.class, "begin.lua");
    this.keyPrefix = keyPrefix;
  }

  /** Begins the log; the answer is false if there was one. */
  CompletableFuture<Boolean> run(ShowKeys show, Position start, int[] ranks) {
    byte[] packed = PackedRanks.pack(ranks);
    return script
        .run(
            List.of(show.head(), show.ranks(), show.log()),
            args ->
                args.add(ShowKeys.channel(keyPrefix))
                    .add(show.show().value())
                    .add(start.epoch())
                    .add(packed)
                    .add(TellScript.REMEMBERED.toMillis()))
        .thenApply(answer -> answer.getFirst().equals(1L));
  }
}
