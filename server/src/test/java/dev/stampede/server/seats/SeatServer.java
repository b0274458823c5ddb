package dev.stampede.server.seats;

import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.news.RedisSeatNews;
import dev.stampede.server.EventStreamClient;
import dev.stampede.server.Loop;
import dev.stampede.server.RunningServer;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.limit.StreamSlots;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A real server with seats, on the shared Redis: one of several if they share a prefix. */
final class SeatServer implements AutoCloseable {

  private final Redis redis = Redis.open(settings());
  private final RedisSeatNews news;
  private final SeatBoards boards;
  private final SeatStreams streams;
  private final List<Loop> loops;
  private final RunningServer server;

  SeatServer(String prefix, SeatSource source, InstantSource time, int maxWatchers) {
    this(prefix, source, time, maxWatchers, System::nanoTime);
  }

  /** A server whose watchers are quiet and stuck for as long as {@code nanos} tells. */
  SeatServer(
      String prefix, SeatSource source, InstantSource time, int maxWatchers, LongSupplier nanos) {
    news = new RedisSeatNews(redis, prefix, () -> 1, Duration.ofSeconds(60));
    boards = new SeatBoards(source, news, time, BoardSettings.checkedEvery(Duration.ofSeconds(60)));
    Drain drain = new Drain();
    streams = new SeatStreams(boards, time, drain, new StreamSlots<>(maxWatchers, 0), nanos);
    loops =
        List.of(
            Loop.start("news-beat", RedisSeatNews.BEAT, news::beat),
            Loop.start("seat-expiries", Duration.ofMillis(100), boards::tick),
            Loop.start("seat-mending", Duration.ofMillis(200), boards::mend),
            Loop.start("seat-frames", SeatStreams.TICK, streams::tick));
    // A board that is made before the first news is heard begins again, at another position.
    Eventually.within(Duration.ofSeconds(30)).until("it hears", boards::isHearing);
    server =
        RunningServer.with(
            drain, new SeatRoutes(boards, streams, any -> true, time, Freshness.CERTAIN));
  }

  private static RedisSettings settings() {
    return RedisSettings.Single.parse(TestServices.shared().redisUrl());
  }

  /** A client of a stream, new or coming back. */
  EventStreamClient watch(String path, Optional<String> lastId) throws IOException {
    return lastId.isPresent()
        ? EventStreamClient.open(server, path, "Last-Event-ID: " + lastId.get())
        : EventStreamClient.open(server, path);
  }

  RunningServer http() {
    return server;
  }

  SeatBoards boards() {
    return boards;
  }

  SeatStreams streams() {
    return streams;
  }

  @Override
  public void close() {
    server.close();
    loops.reversed().forEach(Loop::close);
    news.close();
    redis.close();
  }
}
