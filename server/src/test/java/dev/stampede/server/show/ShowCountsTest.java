package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.seats.BoardSettings;
import dev.stampede.engine.seats.SeatBoards;
import dev.stampede.engine.seats.SharedNews;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows.Counts;
import dev.stampede.engine.show.Shows.NewShow;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.claim.GroupCommitter;
import dev.stampede.postgres.show.PostgresSeats;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.news.RedisSeatNews;
import dev.stampede.server.Loop;
import dev.stampede.server.ManualTicker;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counting is spared where it is certain that nothing has changed, and nowhere else. */
final class ShowCountsTest {

  private static final Duration HOLD = Duration.ofMinutes(5);
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private static TestDatabase data;
  private static Database database;
  private static PostgresShows stored;

  private final ManualTicker ticker = new ManualTicker();
  private CountedShows shows;
  private ShowId show;

  @BeforeAll
  static void open() {
    data = TestServices.shared().freshDatabase();
    database =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(data.url()), 8, Duration.ofSeconds(10)));
    stored = new PostgresShows(database);
  }

  @AfterAll
  static void close() {
    database.close();
    data.close();
  }

  @BeforeEach
  void create() {
    shows = new CountedShows(stored);
    show =
        stored
            .create(
                new NewShow(
                    "test",
                    Instant.parse("2030-01-01T20:00:00Z"),
                    new SeatMap(List.of(new Section.Mapped("A", 5, 10, 10))),
                    new ShowSettings(
                        Instant.EPOCH,
                        SaleSwitch.OPEN,
                        8,
                        OptionalInt.empty(),
                        HOLD,
                        Optional.empty())))
            .id();
  }

  @AfterEach
  void resetTime() {
    DatabaseClock.of(data.url()).reset();
  }

  @Test
  void aCrowdIsCountedForOnceAndNoMoreWhileNothingIsHeard() throws Exception {
    try (Server server = new Server(TestServices.shared().freshKeyPrefix())) {
      ShowCounts counts = counts(server.boards);
      try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 200; i++) {
          var _ = crowd.submit(() -> counts.of(show));
        }
      }
      for (int second = 0; second < 50; second++) {
        ticker.advance(Duration.ofSeconds(1));
        server.awaitNews();
        assertThat(counts.of(show)).isEqualTo(new Counts(100, 0, 0));
      }
      assertThat(shows.counts()).isEqualTo(1);
      assertThat(server.boards.size()).as("counting makes no board").isZero();
    }
  }

  @Test
  void theCountsIncludeThisServersCommitsAtOnce() throws Exception {
    try (Server server = new Server(TestServices.shared().freshKeyPrefix())) {
      ShowCounts counts = counts(server.boards);
      for (int seat = 0; seat < 20; seat++) {
        assertThat(counts.of(show)).isEqualTo(new Counts(100 - seat, seat, 0));
        server.hold(show, seat);
      }
      assertThat(counts.of(show)).isEqualTo(new Counts(80, 20, 0));
    }
  }

  /** It failed, as it should, when the mark was taken after the count. */
  @Test
  void aCommitDuringACountInvalidatesThatCount() throws Exception {
    try (Server server = new Server(TestServices.shared().freshKeyPrefix())) {
      ShowCounts counts = counts(server.boards);
      shows.afterNextCount(() -> server.hold(show, 3));

      assertThat(counts.of(show)).as("counted before").isEqualTo(new Counts(100, 0, 0));
      assertThat(counts.of(show)).isEqualTo(new Counts(99, 1, 0));
    }
  }

  @Test
  void theCountsIncludeAnotherServersCommitsWithinASecond() throws Exception {
    String prefix = TestServices.shared().freshKeyPrefix();
    try (Server here = new Server(prefix);
        Server there = new Server(prefix)) {
      ShowCounts counts = counts(here.boards);
      // There is a log of the show, so that what happens there is news.
      assertThat(there.boards.board(show)).isPresent();
      assertThat(counts.of(show).held()).isZero();

      there.hold(show, 7);
      ticker.advance(ShowCounts.UNHEARD);

      // The second is the ticker's, which stands still from here; the news itself may take longer.
      Eventually.within(Duration.ofSeconds(30))
          .until("it is counted", () -> counts.of(show).equals(new Counts(99, 1, 0)));
      assertThat(shows.counts()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void onItsOwnItCountsTwiceASecondAtMost() throws Exception {
    SeatBoards alone = alone();
    ShowCounts counts = counts(alone);
    assertThat(counts.of(show)).isEqualTo(new Counts(100, 0, 0));
    try (Seller elsewhere = new Seller(ClaimNews.NONE)) {
      elsewhere.hold(show, 3);
    }

    ticker.advance(ShowCounts.UNHEARD.minusNanos(1));
    assertThat(counts.of(show)).isEqualTo(new Counts(100, 0, 0));
    assertThat(shows.counts()).isEqualTo(1);
    ticker.advance(Duration.ofNanos(1));
    assertThat(counts.of(show)).isEqualTo(new Counts(99, 1, 0));
    assertThat(shows.counts()).isEqualTo(2);
  }

  @Test
  void aHoldIsCountedNoLongerThanItLasts() throws Exception {
    SeatBoards alone = alone();
    ShowCounts counts = counts(alone);
    try (Seller seller = new Seller(ClaimNews.NONE)) {
      seller.hold(show, 3);
    }
    assertThat(counts.of(show)).isEqualTo(new Counts(99, 1, 0));

    DatabaseClock.of(data.url()).advance(HOLD);

    assertThat(counts.of(show)).isEqualTo(new Counts(100, 0, 0));
  }

  @Test
  void aShowWithABoardIsCountedThere() throws Exception {
    try (Server server = new Server(TestServices.shared().freshKeyPrefix())) {
      ShowCounts counts = counts(server.boards);
      assertThat(server.boards.board(show)).isPresent();
      server.hold(show, 5);
      server.awaitNews();

      assertThat(counts.of(show)).isEqualTo(new Counts(99, 1, 0));
      assertThat(shows.counts()).isZero();
    }
  }

  @Test
  void anUnpublishedCommitIsCountedWithinAMinuteWithoutBlockingReaders() throws Exception {
    try (Server server = new Server(TestServices.shared().freshKeyPrefix());
        Seller dies = new Seller(ClaimNews.NONE)) {
      ShowCounts counts = counts(server.boards);
      assertThat(counts.of(show).held()).isZero();
      dies.hold(show, 3);

      ticker.advance(ShowCounts.COUNT_AGAIN.minusNanos(1));
      server.awaitNews();
      assertThat(counts.of(show).held()).isZero();
      assertThat(shows.counts()).isEqualTo(1);
      ticker.advance(Duration.ofNanos(1));
      server.awaitNews();
      assertThat(counts.of(show).held()).as("given while it is counted again").isZero();
      Eventually.within(WITHIN).until("it is found", () -> counts.of(show).held() == 1);
      assertThat(shows.counts()).isEqualTo(2);
    }
  }

  private ShowCounts counts(SeatBoards boards) {
    return new ShowCounts(shows, boards, stored::now, ticker);
  }

  private SeatBoards alone() {
    return new SeatBoards(
        new PostgresSeats(database, stored),
        SharedNews.NOBODY,
        stored::now,
        BoardSettings.checkedEvery(Duration.ofMinutes(1)));
  }

  /** Sells without anybody's knowledge but its news'. */
  private static class Seller implements AutoCloseable {
    private final GroupCommitter committer;
    private final LaneClaims claims;

    Seller(ClaimNews news) {
      committer = new GroupCommitter(database, stored, news);
      claims = LaneClaims.withDefaults(List.of(committer));
    }

    final void hold(ShowId show, int seat) {
      Claim claim =
          new Claim.Hold(
              show,
              new Buyer("ann"),
              Optional.empty(),
              HoldId.fresh(System.currentTimeMillis()),
              new Wanted.Seats(List.of(seat)));
      var _ = claims.claim(claim);
    }

    @Override
    public void close() {
      claims.close();
      committer.close();
    }
  }

  /** A server that hears the news, whose boards nobody fills but by asking. */
  private static final class Server implements AutoCloseable {
    private final Redis redis;
    private final RedisSeatNews news;
    private final Loop beat;
    private final Seller seller;
    private final SeatBoards boards;

    Server(String prefix) {
      redis = Redis.open(RedisSettings.Single.parse(TestServices.shared().redisUrl()));
      news = new RedisSeatNews(redis, prefix, () -> 1, Duration.ofSeconds(60));
      boards =
          new SeatBoards(
              new PostgresSeats(database, stored),
              news,
              stored::now,
              BoardSettings.checkedEvery(Duration.ofMinutes(1)));
      beat = Loop.start("beat", RedisSeatNews.BEAT, news::beat);
      seller = new Seller(boards);
      awaitNews();
    }

    /** Waits for a sign of life: on a busy machine the last one may be too old to be trusted. */
    void awaitNews() {
      Duration recent = RedisSeatNews.BEAT.multipliedBy(2);
      Eventually.within(WITHIN).until("it hears", () -> news.silence().compareTo(recent) < 0);
    }

    void hold(ShowId show, int seat) {
      seller.hold(show, seat);
    }

    @Override
    public void close() {
      seller.close();
      beat.close();
      news.close();
      redis.close();
    }
  }
}
