package dev.stampede.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the database that follows it by streaming and may lag behind.
 *
 * <p>Its lag is measured, not believed: a replica's own timestamp of the last replayed commit
 * stands still when nothing is written. So this class asks the primary how far its log goes and
 * notes the moment; once the replica has replayed that far, it has everything that was committed
 * before that moment.
 */
public final class Replica implements AutoCloseable {

  public static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Further behind it is not used, while there is a primary to be asked. */
  public static final Duration MOST_BEHIND = Duration.ofSeconds(5);

  /** Enough for lists; claims are decided on the primary. */
  private static final int POOL_SIZE = 4;

  private static final Duration POOL_WAIT = Duration.ofSeconds(1);
  private static final Duration STATEMENT = Duration.ofSeconds(5);

  /** A minute of moments; of a replica that is further behind it does not matter how far. */
  private static final int MAX_MARKS = 120;

  /** Every acknowledged commit is in the log up to here. */
  private static final String PRIMARY =
      """
      SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn, max(epoch) FROM database_epoch""";

  private static final String REPLAYED =
      """
      SELECT coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0), max(epoch)
      FROM database_epoch""";

  private static final Logger log = LoggerFactory.getLogger(Replica.class);

  private final Database primary;
  private final HikariDataSource pool;
  private final Jdbi jdbi;
  private final LongSupplier nanos;
  private final Deque<Mark> marks = new ArrayDeque<>();
  private volatile long completeAtNanos;
  private volatile boolean answers;

  /**
   * A position of the log and its epoch of the database: positions of different epochs are not
   * compared.
   */
  private record Reach(long position, long epoch) {}

  /** The reach of the primary's log at one moment. */
  private record Mark(Reach reach, long atNanos) {}

  /** Connects at the first look, so that a server can start while the replica is away. */
  public Replica(DatabaseUrl url, Database primary) {
    this(url, primary, System::nanoTime);
  }

  Replica(DatabaseUrl url, Database primary, LongSupplier nanos) {
    this.primary = primary;
    this.nanos = nanos;
    this.completeAtNanos = nanos.getAsLong() - MOST_BEHIND.multipliedBy(2).toNanos();
    HikariConfig config = new HikariConfig();
    config.setPoolName("postgresql-replica");
    config.setJdbcUrl(url.jdbc());
    config.setUsername(url.credentials().user());
    config.setPassword(url.credentials().password());
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(1);
    config.setReadOnly(true);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    config.addDataSourceProperty("connectTimeout", POOL_WAIT.toSeconds());
    config.addDataSourceProperty("socketTimeout", STATEMENT.toSeconds() + 1);
    config.addDataSourceProperty("tcpKeepAlive", true);
    config.addDataSourceProperty("ApplicationName", "stampede-reads");
    config.addDataSourceProperty("options", "-c statement_timeout=" + STATEMENT.toMillis());
    this.pool = new HikariDataSource(config);
    this.jdbi = Jdbi.create(pool);
  }

  Jdbi jdbi() {
    return jdbi;
  }

  /** The lag: the replica has everything that was committed longer ago than this. */
  public Duration behind() {
    return Duration.ofNanos(Math.max(0, nanos.getAsLong() - completeAtNanos));
  }

  /** True if it may be read: it answers, and its lag is small or the primary is away. */
  public boolean isGood() {
    return answers && (behind().compareTo(MOST_BEHIND) <= 0 || primary.monitor().isAway());
  }

  /** Notes that the replica did not answer; the next look asks it again. */
  void missed() {
    answers = false;
  }

  /** Measures the lag once. One caller at a time, several times a second. */
  public void look() {
    mark();
    boolean before = answers;
    try (Connection connection = pool.getConnection()) {
      follow(reach(connection, REPLAYED));
      answers = true;
    } catch (SQLException e) {
      answers = false;
      if (before) {
        log.warn("the replica does not answer; lists are read from the primary", e);
      }
      return;
    }
    if (!before) {
      log.info("the replica answers, {} ms behind", behind().toMillis());
    }
  }

  /** A replica that has not heard of a mark's epoch is of a history that was undone, or behind. */
  private void follow(Reach replayed) {
    marks.removeIf(mark -> mark.reach().epoch() < replayed.epoch());
    while (!marks.isEmpty()
        && marks.peekFirst().reach().epoch() == replayed.epoch()
        && marks.peekFirst().reach().position() <= replayed.position()) {
      completeAtNanos = marks.removeFirst().atNanos();
    }
  }

  private void mark() {
    if (primary.monitor().isAway() || marks.size() >= MAX_MARKS) {
      return;
    }
    long before = nanos.getAsLong();
    try (Connection connection = primary.connection()) {
      marks.addLast(new Mark(reach(connection, PRIMARY), before));
    } catch (SQLException e) {
      log.debug("the primary did not say how far its log goes", e);
    }
  }

  private static Reach reach(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return new Reach(row.getLong(1), row.getLong(2));
    }
  }

  /** Returns when it has answered. */
  public void ping(Duration timeout) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      if (!connection.isValid((int) Math.max(1, timeout.toSeconds()))) {
        throw new SQLTimeoutException("no answer within " + timeout.toMillis() + " ms");
      }
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
