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

/** Adds changes to a show's log, tells all processes, and updates the seats' keys. */
final class TellScript {

  /** The most changes in one run: bounds the time that Redis is busy with it, and Lua's stack. */
  static final int MAX_TELLINGS = 500;

  private static final int LOG_LENGTH = 5_000;
  static final Duration REMEMBERED = Duration.ofDays(7);

  private final RedisScript script;
  private final String keyPrefix;

  /**
   * One change as it is sent.
   *
   * @param keyMillis how long the seat's key lasts; {@link #KEY_GOES} or {@link #KEY_STAYS}
   */
  record Telling(SeatNotice notice, long keyMillis, String keyValue) {
    static final long KEY_GOES = 0;
    static final long KEY_STAYS = -1;
  }

  TellScript(Redis redis, String keyPrefix) {
    this.script = new RedisScript(redis, TellScript.class, "tell.lua");
    this.keyPrefix = keyPrefix;
  }

  /** Tells the changes; the answer is false if the show has no log. */
  CompletableFuture<Boolean> run(ShowKeys show, List<Telling> tellings) {
    List<String> names = new ArrayList<>(tellings.size() + 3);
    names.add(show.head());
    names.add(show.ranks());
    names.add(show.log());
    tellings.forEach(telling -> names.add(show.seat(telling.notice().seat())));
    return script
        .run(names, args -> arguments(args, show, tellings))
        .thenApply(answer -> !answer.getFirst().equals(""));
  }

  private void arguments(CommandArgs<String, String> args, ShowKeys show, List<Telling> tellings) {
    args.add(ShowKeys.channel(keyPrefix))
        .add(show.show().value())
        .add(LOG_LENGTH)
        .add(REMEMBERED.toMillis());
    for (Telling telling : tellings) {
      args.add(telling.notice().seat())
          .add(telling.notice().rank())
          .add(Notices.text(telling.notice()))
          .add(telling.keyMillis())
          .add(telling.keyValue());
    }
  }
}
