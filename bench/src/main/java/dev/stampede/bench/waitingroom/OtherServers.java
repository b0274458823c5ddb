package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.engine.waitingroom.Inventory.Stock;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.RoomListener;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.postgres.waitingroom.PostgresLineJournal;
import dev.stampede.redis.Redis;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.redis.line.RedisLineState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The waiting rooms of more servers, each with connections of its own, that look after the same
 * lines as the server that is measured.
 */
final class OtherServers implements AutoCloseable {

  private static final int CONNECTIONS = 8;
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<Runnable> opened = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  static OtherServers start(BenchSaleServer server, int count) {
    OtherServers others = new OtherServers();
    for (int i = 0; i < count; i++) {
      LineRooms rooms = others.open(server);
      var _ =
          others.threads.submit(
              () -> {
                others.tend(rooms);
                return rooms;
              });
    }
    return others;
  }

  private LineRooms open(BenchSaleServer server) {
    Database database =
        Database.open(
            new PostgresSettings(
                DatabaseUrl.parse(server.databaseUrl()), CONNECTIONS, TRANSACTION_TIMEOUT));
    opened.add(database::close);
    Redis redis = BenchServices.openRedis(server.redisUrl());
    opened.add(redis::close);
    LineRooms rooms =
        new LineRooms(
            new LineRooms.Stores(
                new RedisLine(redis, server.keyPrefix(), LineLimits.DEFAULT.maxWaiting()),
                new RedisLineState(redis, server.keyPrefix()),
                new PostgresLineJournal(database),
                new PostgresDrawStore(database),
                _ -> new Stock(0, 0, 0),
                new SpentPasses()),
            StoredKeyring.loadOrCreate(database),
            new PostgresShows(database)::find,
            InstantSource.system(),
            LineLimits.DEFAULT.withPatience(Duration.ofHours(1)),
            RoomListener.NONE);
    opened.add(rooms::close);
    return rooms;
  }

  private void tend(LineRooms rooms) throws InterruptedException {
    do {
      try {
        rooms.discover();
        rooms.look();
        rooms.mend();
      } catch (LineUnavailableException | LineLostException again) {
        // A server's loops go on too; the draw is what is measured.
        Thread.onSpinWait();
      }
    } while (!closing.await(LineRooms.MEND_EVERY.toMillis(), TimeUnit.MILLISECONDS));
  }

  @Override
  public void close() {
    closing.countDown();
    threads.close();
    opened.reversed().forEach(Runnable::run);
  }
}
