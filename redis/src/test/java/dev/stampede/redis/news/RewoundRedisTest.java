package dev.stampede.redis.news;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.Position;
import dev.stampede.engine.seats.SharedNews.Begun;
import dev.stampede.engine.seats.SharedNews.Log;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.OwnRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The news of seats in a Redis that comes back with an older copy of what it knew. */
final class RewoundRedisTest {

  private static final ShowId SHOW = new ShowId(23);
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path folder;

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final MemorySeatSource table = new MemorySeatSource(SHOW, 10, clock);

  /**
   * Numbers are not given twice: (1) one server has heard news 2, (2) Redis comes back without it,
   * (3) another server tells a change, which is news 2 again, (4) the first one asks for all after
   * 2, and would hear that it has missed nothing. That is what it heard before logs named the run
   * of Redis in which they were begun.
   */
  @Test
  void aLogFromAnOlderCopyIsNotContinued() throws Exception {
    try (OwnRedis server = OwnRedis.start(folder);
        Redis redis = Redis.open(RedisSettings.Single.parse(server.url()));
        RedisSeatNews news = news(redis)) {
      Position start = ((Begun.Started) news.begin(SHOW, new int[10])).at();
      news.tell(SHOW, List.of(sold(1)), () -> {});
      awaitTold(news, start, 1);
      assertThat(server.ask("SAVE")).isEqualTo("OK");
      news.tell(SHOW, List.of(sold(2)), () -> {});
      awaitTold(news, start, 2);

      server.kill();
      server.startAgain();

      Position heard = new Position(start.epoch(), 2);
      var _ = since(news, heard);
      CompletableFuture<Void> untold = new CompletableFuture<>();
      news.tell(SHOW, List.of(sold(3)), () -> untold.complete(null));
      untold.get(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(since(news, heard)).isInstanceOf(Log.Missing.class);
      assertThat(news.begin(SHOW, new int[10])).isInstanceOf(Begun.Started.class);
      assertThat(news.begin(SHOW, new int[10])).isInstanceOf(Begun.Existed.class);
    }
  }

  private RedisSeatNews news(Redis redis) {
    return new RedisSeatNews(redis, "rewound:", () -> 1, Duration.ofMinutes(1));
  }

  private SeatChange sold(int seat) {
    return table.commit(
        seat,
        SeatState.SOLD,
        Optional.of(OneServer.owner("ann", clock.instant().plus(Duration.ofHours(1)))));
  }

  /** Asks until Redis answers. */
  private static Log since(RedisSeatNews news, Position after) {
    return Eventually.within(SOON)
        .until(
            "Redis answers",
            () -> news.since(SHOW, Optional.of(after)),
            log -> !(log instanceof Log.Away));
  }

  private static void awaitTold(RedisSeatNews news, Position start, long n) {
    Eventually.within(SOON)
        .until(
            "news " + n + " is told",
            () -> news.since(SHOW, Optional.of(start)),
            log -> log instanceof Log.Continued(Position now, _) && now.n() == n);
  }
}
