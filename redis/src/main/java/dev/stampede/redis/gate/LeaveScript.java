package dev.stampede.redis.gate;

import dev.stampede.engine.claim.HoldId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Gives back what a hold entered with and what was not committed. */
final class LeaveScript {

  private final RedisScript script;

  LeaveScript(Redis redis) {
    this.script = new RedisScript(redis, LeaveScript.class, "leave.lua");
  }

  CompletableFuture<?> run(ShowKeys show, List<Integer> seats, HoldId hold) {
    return script.run(seats.stream().map(show::seat).toList(), args -> args.add(hold.toString()));
  }
}
