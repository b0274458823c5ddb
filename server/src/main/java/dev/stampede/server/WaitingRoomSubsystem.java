package dev.stampede.server;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.RoomStats;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.postgres.waitingroom.PostgresHeldSeatCount;
import dev.stampede.postgres.waitingroom.PostgresLineJournal;
import dev.stampede.redis.Redis;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.redis.line.RedisLineState;
import dev.stampede.server.metrics.RoomMeters;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.waitingroom.RoomSettings;
import dev.stampede.server.waitingroom.SeatInventory;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The part of the wiring that people in line meet: where lines are kept, what of them survives, and
 * the loops that let people in. A subsystem of {@link Wiring}.
 */
final class WaitingRoomSubsystem implements AutoCloseable {

  private static final Duration METERS_EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET = Duration.ofSeconds(5);
  private static final Duration STATS_KEPT_FOR = Duration.ofMillis(500);
  private static final int MAX_STATS = 1_000;

  /** The stores that it uses. */
  record Stores(Database database, PostgresShows shows, Redis redis, String keyPrefix) {}

  /** The sale that it is in front of. */
  record Sale(
      SeatBoards boards,
      ShowCache shows,
      SpentPasses spent,
      InstantSource clock,
      Activity activity) {}

  private final ClosingStack started = new ClosingStack();
  private final LineRooms rooms;
  private final LoadingCache<ShowId, Optional<RoomStats>> stats;

  WaitingRoomSubsystem(
      Stores stores, Sale sale, Keyring keyring, RoomSettings settings, MeterRegistry registry) {
    RoomMeters meters = new RoomMeters(registry);
    rooms =
        started.add(
            new LineRooms(
                new LineRooms.Stores(
                    new RedisLine(
                        stores.redis(), stores.keyPrefix(), settings.limits().maxWaiting()),
                    new RedisLineState(stores.redis(), stores.keyPrefix()),
                    new PostgresLineJournal(stores.database()),
                    new PostgresDrawStore(stores.database()),
                    new SeatInventory(
                        sale.boards(),
                        new PostgresHeldSeatCount(stores.database()),
                        stores.shows()),
                    sale.spent()),
                keyring,
                sale.shows()::find,
                sale.clock(),
                settings.limits(),
                meters));
    stats =
        Caffeine.newBuilder()
            .maximumSize(MAX_STATS)
            .expireAfterWrite(STATS_KEPT_FOR)
            .build(rooms::stats);
    sale.activity().notQuietWhile(rooms::areInUse);
    loop("waiting rooms", LineRooms.DISCOVER_EVERY, rooms::discover, sale.activity());
    loop("signs of life", rooms.touchEvery(), rooms::touch, sale.activity());
    loop("line tidying", LineRooms.TIDY_EVERY, rooms::tidy, sale.activity());
    loop("line repair", LineRooms.MEND_EVERY, rooms::mend, sale.activity());
    loop("line removal", LineRooms.REMOVE_EVERY, rooms::remove, sale.activity());
    loop("admission", LineRooms.ADMIT_EVERY, rooms::admit, sale.activity());
    loop("line positions", LineRooms.LOOK_EVERY, rooms::look, sale.activity());
    loop("line meters", METERS_EVERY, () -> meters.see(rooms.stats()), sale.activity());
  }

  /** While no line is in use, a loop has nothing to do but to find that one is. */
  private void loop(String name, Duration pause, Loop.Tick tick, Activity activity) {
    Duration quiet = pause.compareTo(QUIET) > 0 ? pause : QUIET;
    started.add(Loop.start(name, activity.pace(pause, quiet), tick));
  }

  /** A line in numbers, as last seen. */
  Optional<RoomStats> stats(ShowId show) {
    return stats.get(show);
  }

  /** The database was rewound: what it says of lines is raised above what was given out. */
  void startOver() {
    rooms.startOver();
  }

  WaitingRooms rooms() {
    return rooms;
  }

  /** Nobody is let in any more before what writes it down closes. */
  @Override
  public void close() {
    started.close();
  }
}
