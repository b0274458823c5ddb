package dev.stampede.redis.gate;

import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lets requests of one show enter in order: each takes all of its seats, or none. */
final class EnterScript {

  private final RedisScript script;
  private final Duration lockTimeout;

  EnterScript(Redis redis, Duration lockTimeout) {
    this.script = new RedisScript(redis, EnterScript.class, "enter.lua");
    this.lockTimeout = lockTimeout;
  }

  /** For each request those of its seats that are another buyer's. */
  CompletableFuture<List<List<Integer>>> run(ShowKeys show, List<EnterRequest> group) {
    List<String> names = new ArrayList<>();
    for (EnterRequest request : group) {
      for (int seat : request.seats()) {
        names.add(show.seat(seat));
      }
    }
    return script
        .run(names, args -> arguments(args, group))
        .thenApply(refused -> taken(group, refused));
  }

  private void arguments(CommandArgs<String, String> args, List<EnterRequest> group) {
    args.add(lockTimeout.toMillis());
    for (EnterRequest request : group) {
      args.add(request.seats().size()).add(request.buyer().sub()).add(request.hold().toString());
    }
  }

  private static List<List<Integer>> taken(List<EnterRequest> group, List<Object> refused) {
    List<List<Integer>> taken = new ArrayList<>(group.size());
    int at = 0;
    for (int request = 0; request < group.size(); request++) {
      List<Integer> seats = new ArrayList<>(0);
      for (; at < refused.size() && (Long) refused.get(at) == request + 1; at += 2) {
        int position = Math.toIntExact((Long) refused.get(at + 1));
        seats.add(group.get(request).seats().get(position - 1));
      }
      taken.add(seats);
    }
    return taken;
  }
}
