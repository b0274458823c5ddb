package dev.stampede.bench.engine;

import dev.stampede.bench.house.BenchServices;
import dev.stampede.engine.claim.ClaimListener;
import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.KnownSeats;
import dev.stampede.engine.claim.LaneClaims;
import dev.stampede.engine.claim.LayeredClaims;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.Shows;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.GroupCommitter;
import dev.stampede.postgres.PerRequestClaims;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSeatGate;
import dev.stampede.redis.RedisSeatNews;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The engine in this process, without a server: one database, and every way to claim in it. */
public final class Engine implements AutoCloseable {

  private static final int LANES = 2;
  private static final int SEATS_PER_ROW = 100;
  private static final String KEY_PREFIX = "bench:";

  /** A connection for each thread of the most that claim one by one, and two to spare. */
  private static final int POOL_SIZE = 66;

  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SEAT_LOCK_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SEAT_CACHE_TTL = Duration.ofSeconds(60);

  /** Longer than any run, so that nothing expires within it. */
  private static final Duration HOLD_FOR = Duration.ofHours(1);

  private static final String EMPTY_SEATS = "TRUNCATE seat, seat_event, hold, outbox";

  private final Database database;
  private final Redis redis;
  private final RedisSeatNews news;
  private final Connection connection;
  private final PostgresShows shows;
  private final LaneGroupCounter groups = new LaneGroupCounter();
  private final List<GroupCommitter> committers;
  private final LaneClaims lanes;
  private final List<GroupCommitter> tellingCommitters;
  private final LaneClaims tellingLanes;
  private final Claims allLayers;
  private final Claims perRequest;
  private final Claims perRequestWithoutRedis;

  private Engine(Database database, Redis redis, Connection connection) {
    this.database = database;
    this.redis = redis;
    this.connection = connection;
    this.shows = new PostgresShows(database);
    this.news =
        new RedisSeatNews(redis, KEY_PREFIX, () -> 1, SEAT_CACHE_TTL, InstantSource.system());
    // Every group here is of one show.
    ClaimNews told = changes -> news.tell(changes.getFirst().show(), changes, () -> {});
    RedisSeatGate gate = new RedisSeatGate(redis, KEY_PREFIX, () -> 1, SEAT_LOCK_TIMEOUT);
    this.committers = committers(ClaimNews.NONE);
    this.lanes = lanes(committers);
    this.tellingCommitters = committers(told);
    this.tellingLanes = lanes(tellingCommitters);
    this.allLayers = new LayeredClaims(KnownSeats.NOTHING, gate, tellingLanes, ClaimListener.NONE);
    this.perRequest = new PerRequestClaims(database, shows, gate, told);
    this.perRequestWithoutRedis =
        new PerRequestClaims(database, shows, NoGate.HERE, ClaimNews.NONE);
  }

  public static Engine open(String databaseUrl, String redisUrl) throws Exception {
    DatabaseUrl url = DatabaseUrl.parse(databaseUrl);
    Database database = Database.open(new PostgresSettings(url, POOL_SIZE, TRANSACTION_TIMEOUT));
    return new Engine(
        database, BenchServices.openRedis(redisUrl), BenchServices.connect(databaseUrl));
  }

  public Shows shows() {
    return shows;
  }

  /** The database, for cases that read what claims have written. */
  public Database database() {
    return database;
  }

  public PostgresShows postgresShows() {
    return shows;
  }

  public Redis redis() {
    return redis;
  }

  /** Two lanes and nothing in front of them; nobody is told. */
  public Claims groupCommit() {
    return lanes;
  }

  /** Two lanes behind the gate in Redis, which is told afterwards: as the server has it. */
  public Claims allLayers() {
    return allLayers;
  }

  /** The gate, a transaction of its own, the news: for each claim. */
  public Claims perRequest() {
    return perRequest;
  }

  /** A transaction of its own for each claim and nothing else. */
  public Claims perRequestWithoutRedis() {
    return perRequestWithoutRedis;
  }

  /** A show with this many free seats, on sale, without limits per buyer. */
  public ShowId newShow(int seats) {
    int rows = Math.ceilDiv(seats, SEATS_PER_ROW);
    SeatMap map = new SeatMap(List.of(new Section.Mapped("A", 100, rows, SEATS_PER_ROW)));
    Instant now = shows.now();
    ShowSettings settings =
        new ShowSettings(
            now.minusSeconds(1),
            ShowTerms.SaleSwitch.OPEN,
            ShowSettings.DEFAULT_SEATS_PER_HOLD,
            OptionalInt.empty(),
            HOLD_FOR,
            Optional.empty());
    ShowId show =
        shows
            .create(new Shows.NewShow("benchmark", now.plus(30, ChronoUnit.DAYS), map, settings))
            .id();
    var _ = news.begin(show, new int[map.size()]);
    return show;
  }

  /** Nothing is left but the shows' names. */
  public void emptySeats() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(EMPTY_SEATS);
    }
  }

  public StoreUsage usage() throws Exception {
    return StoreUsage.now(connection, redis);
  }

  /** The mean size of the groups since the last look. */
  public double meanGroup() {
    return groups.meanAndReset();
  }

  @Override
  public void close() throws SQLException {
    lanes.close();
    tellingLanes.close();
    Stream.concat(committers.stream(), tellingCommitters.stream()).forEach(GroupCommitter::close);
    news.close();
    redis.close();
    connection.close();
    database.close();
  }

  private List<GroupCommitter> committers(ClaimNews told) {
    return Stream.generate(() -> new GroupCommitter(database, shows, told)).limit(LANES).toList();
  }

  private LaneClaims lanes(List<GroupCommitter> behind) {
    return new LaneClaims(behind, LaneSettings.DEFAULT, lane -> groups, TRANSACTION_TIMEOUT);
  }
}
