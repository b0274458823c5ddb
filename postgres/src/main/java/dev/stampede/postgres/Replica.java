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
 * <p>How far behind is measured, not believed: a replica's own clock of what it has replayed stands
 * still when nothing is written. So the primary is asked how far its log goes, at a moment that is
 * noted, and once the replica has come that far it is known to have everything that was committed
 * before that moment.
 */
public final class Replica implements AutoCloseable {

  public static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Further behind it is not used, while there is a primary to be asked. */
  public static final Duration MOST_BEHIND = Duration.ofSeconds(5);

  /** Enough for lists; what is decided is decided elsewhere. */
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

  /** How far a log goes, and in which epoch of the database: other histories are not compared. */
  private record Reach(long position, long epoch) {}

  /** At that moment the primary's log went so far. */
  private record Mark(Reach reach, long atNanos) {}

  /** Reaches the replica when it is first looked at; that it is away keeps nobody from starting. */
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

  /** It has everything that was committed longer ago than this. */
  public Duration behind() {
    return Duration.ofNanos(Math.max(0, nanos.getAsLong() - completeAtNanos));
  }

  /** Whether it may be read: it answers, and is close enough or all there is. */
  public boolean isGood() {
    return answers && (behind().compareTo(MOST_BEHIND) <= 0 || primary.watch().isAway());
  }

  /** To be told that it did not answer; it is asked again by the next look. */
  void missed() {
    answers = false;
  }

  /** Looks once how far it has come. One caller at a time, several times a second. */
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
    if (primary.watch().isAway() || marks.size() >= MAX_MARKS) {
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
