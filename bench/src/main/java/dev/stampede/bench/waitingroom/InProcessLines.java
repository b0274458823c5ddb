package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Line.Answered;
import dev.stampede.engine.waitingroom.LineAnswer;
import dev.stampede.engine.waitingroom.LineAnswer.How;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineSnapshot;
import dev.stampede.engine.waitingroom.LineState;
import dev.stampede.engine.waitingroom.LineState.Numbered;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.waitingroom.PostgresLineJournal;
import dev.stampede.redis.Redis;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.redis.line.RedisLineState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The server's lines, reached from this process as another server of the same deployment would: the
 * same keys, the same journal, the same scripts. A million people come this way, since over HTTP it
 * would take minutes.
 */
final class InProcessLines implements AutoCloseable {

  /**
   * The number of buyers who act at once: enough for full groups, and few enough that none is
   * turned away.
   */
  private static final int AT_ONCE = 512;

  private static final int CONNECTIONS = 2;
  private static final int PAGE = 500;
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** More than there ever were: of the changes none is wanted. */
  private static final long NO_CHANGES = Long.MAX_VALUE;

  private final Redis redis;
  private final Database database;
  private final String keyPrefix;
  private final RedisLine line;
  private final LineState state;
  private final PostgresLineJournal journal;

  private InProcessLines(Redis redis, Database database, String keyPrefix) {
    this.redis = redis;
    this.database = database;
    this.keyPrefix = keyPrefix;
    this.line = new RedisLine(redis, keyPrefix, LineLimits.DEFAULT.maxWaiting());
    this.state = new RedisLineState(redis, keyPrefix);
    this.journal = new PostgresLineJournal(database);
  }

  static InProcessLines of(BenchSaleServer server) {
    PostgresSettings where =
        new PostgresSettings(
            DatabaseUrl.parse(server.databaseUrl()), CONNECTIONS, TRANSACTION_TIMEOUT);
    return new InProcessLines(
        BenchServices.openRedis(server.redisUrl()), Database.open(where), server.keyPrefix());
  }

  Redis redis() {
    return redis;
  }

  LineKeys keys(SaleShow show) {
    return new LineKeys(redis, keyPrefix, show);
  }

  static ShowId id(SaleShow show) {
    return ShowId.parse(show.id()).orElseThrow();
  }

  /** Gives these a place in a line that has begun; numbers are reserved for all of them at once. */
  void join(SaleShow show, List<Buyer> buyers) throws InterruptedException {
    ShowId id = id(show);
    int epoch = snapshot(show).epoch();
    long limit = journal.reserve(id, epoch, buyers.size()).orElseThrow();
    var _ = state.extend(id, epoch, limit);
    together(buyers.size(), i -> expect(How.NEW, buyers.get(i), line.join(id, buyers.get(i), 0)));
  }

  /** Puts these back to where they stood before the line was lost. */
  void putBack(SaleShow show, List<Numbered> places) throws InterruptedException {
    ShowId id = id(show);
    together(
        places.size(),
        i -> {
          Numbered place = places.get(i);
          expect(How.BACK, place.buyer(), line.join(id, place.buyer(), place.number()));
        });
    // The question of a process that has heard of none of these yet, or of as many as are told at
    // once.
    var _ = state.snapshot(id, 0);
  }

  private static void expect(How how, Buyer buyer, Answered answered) {
    if (!(answered.answer() instanceof LineAnswer.InLine inLine) || inLine.how() != how) {
      throw new IllegalStateException("%s is not %s in line: %s".formatted(buyer, how, answered));
    }
  }

  /** Notes a sign of life of each, by the steps that the server takes. */
  void touch(SaleShow show, List<Buyer> buyers) {
    for (int from = 0; from < buyers.size(); from += LineRooms.TOUCH_STEP) {
      line.touch(
          id(show), buyers.subList(from, Math.min(from + LineRooms.TOUCH_STEP, buyers.size())));
    }
  }

  /** The first so many in line. */
  List<Numbered> first(SaleShow show, int count) {
    List<Numbered> first = new ArrayList<>(count);
    List<Numbered> page = state.numbered(id(show), 0, PAGE);
    while (!page.isEmpty() && first.size() < count) {
      first.addAll(page);
      page = state.numbered(id(show), page.getLast().number(), PAGE);
    }
    return first.subList(0, Math.min(count, first.size()));
  }

  LineSnapshot snapshot(SaleShow show) {
    return state.snapshot(id(show), NO_CHANGES);
  }

  /** Waits until the line is as it should be; meanwhile it may be lost. */
  LineSnapshot await(SaleShow show, String what, Duration within, Predicate<LineSnapshot> as)
      throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    String last = "lost";
    while (System.nanoTime() - deadline < 0) {
      try {
        LineSnapshot snapshot = snapshot(show);
        if (as.test(snapshot)) {
          return snapshot;
        }
        last = snapshot.toString();
      } catch (LineLostException lost) {
        last = "lost";
      }
      Thread.sleep(LOOK_EVERY);
    }
    throw new IllegalStateException(
        "%s took longer than %d s; the line is %s".formatted(what, within.toSeconds(), last));
  }

  private static void together(int count, IntConsumer work) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            work.accept(i);
          }
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<? extends Future<?>> workers =
          IntStream.range(0, AT_ONCE).mapToObj(_ -> threads.submit(worker)).toList();
      for (Future<?> each : workers) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the line could not be filled", e);
    }
  }

  @Override
  public void close() {
    redis.close();
    database.close();
  }
}
