package dev.stampede.redis.news;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SeatSource;
import dev.stampede.engine.seats.SharedNews.Log;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.ShowKeys;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * News that Redis did not take reaches every board long before boards are compared with the
 * database by themselves. Nothing runs by itself here: each step of the repair is called.
 */
final class AstrayNewsTest {

  private static final ShowId SHOW = new ShowId(31);
  private static final Duration SOON = Duration.ofSeconds(30);

  private final ManualClock clock = ManualClock.at(Instant.parse("2030-01-01T00:00:00Z"));
  private final AtomicLong nanos = new AtomicLong();
  private final SharedTestRedis own = new SharedTestRedis(SharedTestRedis.single());
  private final ShowKeys keys = new ShowKeys(own.prefix(), SHOW);
  private final MemorySeatSource table = new MemorySeatSource(SHOW, 100, clock);
  private final List<Server> servers = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    servers.forEach(Server::close);
    own.end();
  }

  /**
   * Seen red: the repair took the show off its list, waited for the reader's fill and was done; the
   * seat read as free until the next comparison, 60 s later.
   */
  @Test
  void aCommitThatFallsIntoAReadersFillIsShownThoughTheRepairWaitedForThatFill() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Server one =
        server(
            show -> {
              Optional<SeatSource.Snapshot> rows = table.load(show);
              read.countDown();
              awaited(goOn);
              return rows;
            });
    Thread reader = Thread.startVirtualThread(() -> one.boards().board(SHOW));
    awaited(read);

    SharedTestRedis.now(own.redis().commands().set(keys.seat(7), "the claim's"));
    one.boards().committed(List.of(held(7)));
    Eventually.within(SOON).until("it was told to Redis", () -> own.value(keys.seat(7)) == null);
    one.hearAnswers();
    Thread repair = Thread.ofPlatform().start(one.boards()::mend);
    Eventually.within(SOON)
        .until("the repair waits", () -> repair.getState() == Thread.State.WAITING);
    goOn.countDown();
    assertThat(reader.join(SOON)).isTrue();
    assertThat(repair.join(SOON)).isTrue();

    one.untilShown(7);
  }

  /** Seen red: a board that was made from a copy was never compared with the database. */
  @Test
  void aCommitThatCouldNotBeToldIsShownThoughTheBoardIsThenMadeFromACopy() throws Exception {
    Server other = server(table);
    assertThat(other.boards().board(SHOW)).isPresent();
    Eventually.within(SOON).until("the copy is shared", () -> own.value(keys.copy()) != null);
    Server one = server(table);

    whileNothingCanBeTold(() -> one.boards().committed(List.of(held(7))), one);

    one.untilShown(7);
    other.untilShown(7);
  }

  /** Seen to fail: the comparison found that Redis still took nothing and never tried again. */
  @Test
  void theNextComparisonPublishesNewsThatTheLastCouldNot() throws Exception {
    Server one = server(table);
    Server other = server(table);
    assertThat(one.boards().board(SHOW)).isPresent();
    assertThat(other.boards().board(SHOW)).isPresent();

    whileNothingCanBeTold(
        () -> {
          one.boards().committed(List.of(held(7)));
          one.hearAnswers();
          int before = table.loads();
          Eventually.within(SOON)
              .until(
                  "it was compared in vain",
                  () -> {
                    one.mend();
                    return table.loads() > before;
                  });
        },
        one);

    Eventually.within(SOON)
        .until(
            "the other server is told",
            () -> {
              one.mend();
              return other.letter(7) == 'h';
            });
  }

  /** Seen to fail with boards that are compared whether or not anybody asks for them. */
  @Test
  void aBoardThatNobodyAsksForIsComparedWhenSomebodyDoes() throws Exception {
    Server one = server(table);
    assertThat(one.boards().board(SHOW)).isPresent();
    SharedTestRedis.now(own.redis().commands().del(keys.copy()));
    one.mend();
    int before = table.loads();

    nanos.addAndGet(Duration.ofSeconds(61).toNanos());
    one.mend();
    assertThat(table.loads()).as("nobody has asked for it").isEqualTo(before);

    assertThat(one.boards().known(SHOW)).isPresent();
    Eventually.within(SOON)
        .until(
            "it is compared",
            () -> {
              one.mend();
              return table.loads() == before + 1;
            });
  }

  /** The ranks are of another type meanwhile: what tells fails before it has changed anything. */
  private void whileNothingCanBeTold(Runnable task, Server teller) throws Exception {
    boolean hadRanks = SharedTestRedis.now(own.redis().commands().exists(keys.ranks())) == 1;
    String aside = keys.ranks() + ":aside";
    if (hadRanks) {
      SharedTestRedis.now(own.redis().commands().rename(keys.ranks(), aside));
    }
    SharedTestRedis.now(own.redis().commands().rpush(keys.ranks(), "no ranks"));
    task.run();
    teller.hearAnswers();
    SharedTestRedis.now(own.redis().commands().del(keys.ranks()));
    if (hadRanks) {
      SharedTestRedis.now(own.redis().commands().rename(aside, keys.ranks()));
    }
  }

  private SeatChange held(int seat) {
    return table.commit(
        seat,
        SeatState.HELD,
        Optional.of(OneServer.owner("ann", clock.instant().plusSeconds(300))));
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Server server(SeatSource source) {
    Redis redis = Redis.open(own.settings());
    RedisSeatNews news = new RedisSeatNews(redis, own.prefix(), () -> 1, Duration.ofSeconds(60));
    BoardSettings settings =
        new BoardSettings(10, Duration.ofMinutes(5), Duration.ofSeconds(60), 5_000);
    Server server =
        new Server(redis, news, new SeatBoards(source, news, clock, settings, nanos::get));
    servers.add(server);
    return server;
  }

  private final class Server implements AutoCloseable {

    private final Redis redis;
    private final RedisSeatNews news;
    private final SeatBoards boards;

    Server(Redis redis, RedisSeatNews news, SeatBoards boards) {
      this.redis = redis;
      this.news = news;
      this.boards = boards;
    }

    SeatBoards boards() {
      return boards;
    }

    char letter(int seat) {
      return boards.board(SHOW).orElseThrow().picture(clock.instant()).letters().charAt(seat);
    }

    /** Sends a command: the answers to all earlier ones arrive before its own. */
    void hearAnswers() {
      Eventually.within(SOON)
          .until("Redis answers", () -> !(news.since(SHOW, Optional.empty()) instanceof Log.Away));
    }

    /** One step of the repair, some time after the last. The copy keeps routine comparisons off. */
    void mend() {
      Eventually.within(SOON)
          .until(
              "the news is heard",
              () -> {
                news.beat();
                return boards.isHearing();
              });
      nanos.addAndGet(Duration.ofMillis(501).toNanos());
      boards.mend();
    }

    void untilShown(int seat) {
      // Long before the copy ends, which is there for a minute.
      Eventually.within(Duration.ofSeconds(20))
          .until(
              "it is shown",
              () -> {
                mend();
                return letter(seat) == 'h';
              });
    }

    @Override
    public void close() {
      news.close();
      redis.close();
    }
  }
}
