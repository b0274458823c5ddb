package dev.stampede.redis.news;

import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Adds changes to a show's log, tells all processes, and opens the gate to what is decided. */
final class TellScript {

  /** The most changes in one run: bounds the time that Redis is busy with it, and Lua's stack. */
  static final int MAX_NOTICES = 500;

  private static final int LOG_LENGTH = 5_000;
  static final Duration REMEMBERED = Duration.ofDays(7);

  private final RedisScript script;
  private final String keyPrefix;

  TellScript(Redis redis, String keyPrefix) {
    this.script = new RedisScript(redis, TellScript.class, "tell.lua");
    this.keyPrefix = keyPrefix;
  }

  /**
   * Tells the changes; the answer is false if the show has no log.
   *
   * @param decided the seats whose claims have been decided
   */
  CompletableFuture<Boolean> run(ShowKeys show, List<SeatNotice> notices, List<Integer> decided) {
    List<String> names = new ArrayList<>(decided.size() + 3);
    names.add(show.head());
    names.add(show.ranks());
    names.add(show.log());
    decided.forEach(seat -> names.add(show.seat(seat)));
    return script
        .run(names, args -> arguments(args, show, notices))
        .thenApply(answer -> !answer.getFirst().equals(""));
  }

  private void arguments(
      CommandArgs<String, String> args, ShowKeys show, List<SeatNotice> notices) {
    args.add(ShowKeys.channel(keyPrefix))
        .add(show.show().value())
        .add(LOG_LENGTH)
        .add(REMEMBERED.toMillis());
    for (SeatNotice notice : notices) {
      args.add(notice.seat()).add(notice.rank()).add(Notices.text(notice));
    }
  }
}
