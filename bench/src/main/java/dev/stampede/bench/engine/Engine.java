package dev.stampede.bench.engine;

import dev.stampede.assembly.ClaimPath;
import dev.stampede.assembly.ClaimPathBuilder;
import dev.stampede.assembly.ClaimPathSettings;
import dev.stampede.assembly.ClaimStores;
import dev.stampede.assembly.ClaimWay;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.Shows;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
  private final Connection connection;
  private final PostgresShows shows;
  private final LaneGroupCounter groups = new LaneGroupCounter();
  private final ClaimPath groupCommit;
  private final ClaimPath allLayers;
  private final ClaimPath perRequest;
  private final ClaimPath perRequestWithoutRedis;

  private Engine(Database database, Redis redis, Connection connection) {
    this.database = database;
    this.redis = redis;
    this.connection = connection;
    this.shows = new PostgresShows(database);
    this.groupCommit = path(ClaimWay.GROUP_COMMIT).withoutGate().withoutNews().open();
    this.allLayers = path(ClaimWay.GROUP_COMMIT).withoutMemory().open();
    this.perRequest = path(ClaimWay.PER_REQUEST).withoutMemory().open();
    this.perRequestWithoutRedis = path(ClaimWay.PER_REQUEST).withoutGate().withoutNews().open();
  }

  private ClaimPathBuilder path(ClaimWay way) {
    return ClaimPath.over(
            new ClaimStores(database, shows, redis, KEY_PREFIX, () -> 1),
            new ClaimPathSettings(
                way,
                new ClaimPathSettings.Lanes(LANES, LaneSettings.DEFAULT, TRANSACTION_TIMEOUT),
                SEAT_LOCK_TIMEOUT,
                SEAT_CACHE_TTL,
                WalletLimits.DEFAULT))
        .listenToLanes(_ -> groups);
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
    return groupCommit.claims();
  }

  /** Two lanes behind the gate in Redis, which is told afterwards: as the server has it. */
  public Claims allLayers() {
    return allLayers.claims();
  }

  /** The gate, a transaction of its own, the news: for each claim. */
  public Claims perRequest() {
    return perRequest.claims();
  }

  /** A transaction of its own for each claim and nothing else. */
  public Claims perRequestWithoutRedis() {
    return perRequestWithoutRedis.claims();
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
    var _ = allLayers.news().orElseThrow().begin(show, new int[map.size()]);
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
    List.of(groupCommit, allLayers, perRequest, perRequestWithoutRedis).forEach(ClaimPath::close);
    redis.close();
    connection.close();
    database.close();
  }
}
