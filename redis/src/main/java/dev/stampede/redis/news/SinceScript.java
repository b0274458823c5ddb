package dev.stampede.redis.news;

import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SeatNotice;
import dev.stampede.engine.seats.SharedNews.Log;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisScript;
import dev.stampede.redis.ShowKeys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads the log of a show from a position on. */
final class SinceScript {

  private static final int HEAD_FIELDS = 2;
  private static final int FIRST_NOTICE = 3;

  private final RedisScript script;

  SinceScript(Redis redis) {
    this.script = new RedisScript(redis, SinceScript.class, "since.lua");
  }

  CompletableFuture<Log> run(ShowKeys show, Optional<Position> after) {
    return script
        .run(
            List.of(show.head(), show.log()),
            args ->
                args.add(after.map(Position::epoch).orElse(""))
                    .add(after.map(Position::n).orElse(0L)))
        .thenApply(SinceScript::log);
  }

  private static Log log(List<Object> answer) {
    if (answer.isEmpty()) {
      return new Log.Missing();
    }
    Position now = new Position((String) answer.get(0), (Long) answer.get(1));
    if (answer.size() == HEAD_FIELDS) {
      return new Log.Broken(now);
    }
    List<SeatNotice> notices =
        answer.subList(FIRST_NOTICE, answer.size()).stream()
            .map(text -> Notices.parse((String) text))
            .toList();
    return new Log.Continued(now, notices);
  }
}
