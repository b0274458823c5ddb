package dev.stampede.lab.services;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.assembly.ClaimPathSettings;
import dev.stampede.assembly.ClaimStores;
import dev.stampede.assembly.ClaimWay;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.show.Shows;
import dev.stampede.lab.plan.Tries;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.news.RedisSeatNews;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * The connections that all runs share: the product's database with the lab's few tables in a schema
 * of their own, a pool of connections for the lab's ways, and Redis.
 */
public final class LabStores implements AutoCloseable {

  /** The price of every seat. */
  public static final long PRICE = 100;

  /** The sequence that fences are drawn from. */
  public static final String FENCES = "lab.lock_fence";

  private static final String TABLES =
      """
      CREATE SCHEMA IF NOT EXISTS lab;
      CREATE SEQUENCE IF NOT EXISTS lab.lock_fence;
      CREATE TABLE IF NOT EXISTS lab.fence (resource text PRIMARY KEY, fence bigint NOT NULL);
      CREATE TABLE IF NOT EXISTS lab.queue (
        id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        show_id    bigint      NOT NULL,
        expires_at timestamptz NOT NULL,
        buyer      text        NOT NULL);
      CREATE INDEX IF NOT EXISTS queue_in_order ON lab.queue (show_id, id)""";

  /** The time that a transaction may take beyond its longest wait for a lock. */
  private static final Duration WORK = Duration.ofSeconds(60);

  private static final Duration SEAT_LOCK_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SEAT_CACHE_TTL = Duration.ofSeconds(60);
  private static final Duration REDIS_WITHIN = Duration.ofSeconds(5);
  private static final String COMMANDS = "total_commands_processed:";

  /** Longer than any run, so that nothing expires within it. */
  private static final Duration HOLD_FOR = Duration.ofHours(1);

  private final String keyPrefix;
  private final String kafkaBootstrapServers;
  private final Database database;
  private final PostgresShows shows;
  private final HikariDataSource pool;
  private final Redis redis;
  private final RedisClient lockClient;
  private final RedisSeatNews seatNews;

  private LabStores(Addresses addresses, Database database, HikariDataSource pool) {
    this.keyPrefix = addresses.keyPrefix();
    this.kafkaBootstrapServers = addresses.kafkaBootstrapServers();
    this.database = database;
    this.shows = new PostgresShows(database);
    this.pool = pool;
    this.redis = Redis.open(RedisSettings.Single.parse(addresses.redisUrl()));
    this.lockClient = RedisClient.create(addresses.redisUrl());
    lockClient.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    this.seatNews = new RedisSeatNews(redis, keyPrefix, () -> 1, SEAT_CACHE_TTL);
  }

  /** Connects, brings the database up to date and makes the lab's own tables. */
  public static LabStores open(Addresses addresses, Tries tries) throws SQLException {
    return open(addresses, tries, CountedSockets.counted(addresses.databaseUrl()));
  }

  /** The same, but no statement is counted. */
  public static LabStores openUncounted(Addresses addresses, Tries tries) throws SQLException {
    return open(addresses, tries, addresses.databaseUrl());
  }

  private static LabStores open(Addresses addresses, Tries tries, String databaseUrl)
      throws SQLException {
    DatabaseUrl url = DatabaseUrl.parse(databaseUrl);
    Duration longest = tries.lockWait().plus(WORK);
    Database database = Database.open(new PostgresSettings(url, tries.connections() + 1, longest));
    HikariDataSource pool = pool(url, tries, longest);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
    return new LabStores(addresses, database, pool);
  }

  private static HikariDataSource pool(DatabaseUrl url, Tries tries, Duration longest) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("lab");
    config.setJdbcUrl(url.jdbc());
    config.setUsername(url.credentials().user());
    config.setPassword(url.credentials().password());
    config.setMaximumPoolSize(tries.connections());
    config.setConnectionTimeout(Math.max(250, tries.lockWait().toMillis()));
    config.addDataSourceProperty("prepareThreshold", 1);
    config.addDataSourceProperty("ApplicationName", "stampede-lab");
    // No plan may read whole tables, as in the product's lanes: a show is new to the planner.
    config.addDataSourceProperty(
        "options",
        "-c transaction_timeout=%d -c lock_timeout=%d -c enable_seqscan=off -c jit=off"
            .formatted(longest.toMillis(), tries.lockWait().toMillis()));
    return new HikariDataSource(config);
  }

  public Database database() {
    return database;
  }

  public PostgresShows shows() {
    return shows;
  }

  /** The connections of the lab's own ways, and of its queue. */
  public DataSource pool() {
    return pool;
  }

  /** The prefix of all keys in Redis. */
  public String keyPrefix() {
    return keyPrefix;
  }

  public RedisClient lockClient() {
    return lockClient;
  }

  /** The stores of a claim path. */
  public ClaimStores claimStores() {
    return new ClaimStores(database, shows, redis, keyPrefix, () -> 1);
  }

  /** The settings of a claim path. */
  public ClaimPathSettings claimSettings(ClaimWay way, ClaimPathSettings.Lanes lanes) {
    return new ClaimPathSettings(
        way, lanes, SEAT_LOCK_TIMEOUT, SEAT_CACHE_TTL, WalletLimits.DEFAULT);
  }

  public String kafkaBootstrapServers() {
    if (kafkaBootstrapServers.isEmpty()) {
      throw new IllegalStateException("Kafka was not started: no way of this run needs it");
    }
    return kafkaBootstrapServers;
  }

  /** A show of its own for each run: one open section, on sale, without limits per buyer. */
  public ShowId newShow(int seats) {
    SeatMap map = new SeatMap(List.of(new Section.Open("A", PRICE, seats)));
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
        shows.create(new Shows.NewShow("lab", now.plus(30, ChronoUnit.DAYS), map, settings)).id();
    var _ = seatNews.begin(show, new int[map.size()]);
    return show;
  }

  /** Returns the number of statements and commands that the services have had so far. */
  public ServiceUsage usage() {
    try {
      String stats =
          redis
              .commands()
              .info("stats")
              .toCompletableFuture()
              .get(REDIS_WITHIN.toSeconds(), TimeUnit.SECONDS);
      long commands =
          stats
              .lines()
              .filter(line -> line.startsWith(COMMANDS))
              .mapToLong(line -> Long.parseLong(line.substring(COMMANDS.length()).strip()))
              .sum();
      return new ServiceUsage(CountedSockets.statements(), commands);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Redis was asked what it did", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Redis did not say what it did: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    seatNews.close();
    lockClient.shutdown(Duration.ZERO, REDIS_WITHIN);
    redis.close();
    pool.close();
    database.close();
  }
}
