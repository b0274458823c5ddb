package dev.stampede.redis.news;

import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The parts that one server process has of the news and boards, ticking. */
final class OneServer implements AutoCloseable {

  private final Redis redis;
  private final RedisSeatNews news;
  private final SeatBoards boards;
  private final CountDownLatch closed = new CountDownLatch(1);

  OneServer(RedisSettings settings, String prefix, SeatSource source) {
    this(settings, prefix, source, InstantSource.system(), Duration.ofSeconds(60));
  }

  OneServer(
      RedisSettings settings,
      String prefix,
      SeatSource source,
      InstantSource time,
      Duration checkEvery) {
    redis = Redis.open(settings);
    news = new RedisSeatNews(redis, prefix, () -> 1, Duration.ofSeconds(60));
    boards =
        new SeatBoards(
            source, news, time, new BoardSettings(10, Duration.ofMinutes(5), checkEvery, 5_000));
    every(Duration.ofMillis(50), news::beat);
    every(Duration.ofMillis(50), boards::tick);
    every(Duration.ofMillis(50), boards::mend);
  }

  SeatBoards boards() {
    return boards;
  }

  SeatBoard board(ShowId show) {
    return boards.board(show).orElseThrow();
  }

  char letter(ShowId show, int seat, Instant now) {
    return board(show).picture(now).letters().charAt(seat);
  }

  RedisSeatNews news() {
    return news;
  }

  private void every(Duration pause, Runnable task) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                  try {
                    task.run();
                  } catch (RuntimeException away) {
                    // As a server's loop: the next one may work.
                  }
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @Override
  public void close() {
    closed.countDown();
    news.close();
    redis.close();
  }

  static SeatRow.Owner owner(String buyer, Instant until) {
    return new SeatRow.Owner(
        new dev.stampede.engine.claim.Buyer(buyer),
        dev.stampede.engine.claim.HoldId.fresh(1),
        until);
  }
}
