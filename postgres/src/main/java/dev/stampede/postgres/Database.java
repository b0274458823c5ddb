package dev.stampede.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.stampede.engine.deadline.RequestDeadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The primary database: one bounded pool of connections, migrated before anyone uses it.
 *
 * <p>Every connection sets its {@link SessionSettings} itself, PostgreSQL's own {@code
 * transaction_timeout} among it, so that the locks of a frozen or cut-off server end by themselves.
 * That exists since PostgreSQL 17, which is therefore the oldest we run on.
 */
public final class Database implements AutoCloseable {

  public static final Duration POOL_WAIT = Duration.ofSeconds(5);

  /** The time that an answer may take beyond the limit that PostgreSQL keeps. */
  private static final Duration GRACE = LaneConnection.GRACE;

  /**
   * The time that an idle connection has to answer before it is lent. Shorter than {@link
   * #POOL_WAIT}, so that a caller who meets a dead one or two gets another.
   */
  private static final Duration VALID_WITHIN = Duration.ofSeconds(2);

  /** The most callers that may wait for a connection; more than the server lets in at once. */
  private static final int MAX_WAITING = 10_000;

  /** The most polls at once; others wait. */
  private static final int POLLS = 2;

  private static final Duration CONNECTION_LIFETIME = Duration.ofMinutes(30);

  private static final Logger log = LoggerFactory.getLogger(Database.class);

  private final PostgresSettings settings;
  private final HikariDataSource pool;

  /** The same, which can be told how long to wait; the source of its connections cannot. */
  private final HikariPool waiting;

  private final DatabaseMonitor monitor;
  private final Jdbi jdbi;
  private final DatabaseTimeouts timeouts = new DatabaseTimeouts();
  private final LogMark logMark = new LogMark();
  private final OwnConnections polls;

  private final DataSource source =
      new PlainDataSource() {
        @Override
        public Connection getConnection() throws SQLException {
          return connection();
        }
      };

  private Database(PostgresSettings settings, HikariDataSource pool) {
    this.settings = settings;
    this.pool = pool;
    this.waiting = (HikariPool) pool.getHikariPoolMXBean();
    this.monitor = new DatabaseMonitor(settings);
    this.polls = new OwnConnections(settings, POLLS);
    this.jdbi = Jdbi.create(this::connection);
  }

  /** Connects and migrates; a database that does not answer is an exception that says where. */
  public static Database open(PostgresSettings settings) {
    HikariDataSource pool = connect(settings);
    try {
      new Migrations(settings.url()).apply();
      return new Database(settings, pool);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * Connects and changes nothing; a database whose schema is not of this version is an exception
   * that says so.
   */
  public static Database openAsItIs(PostgresSettings settings) {
    HikariDataSource pool = connect(settings);
    try {
      new Migrations(settings.url()).require();
      return new Database(settings, pool);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * Connects to the same database, where each session sees {@linkplain ScratchTables scratch
   * tables} instead of the deployment's. Rows that are written there end with the session.
   */
  public Database onScratchTables() {
    PostgresSettings scratch = settings.onScratchTables();
    return new Database(scratch, connect(scratch));
  }

  private static HikariDataSource connect(PostgresSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("postgresql");
    ConnectionSource source =
        new ConnectionSource(settings.url(), "stampede", SessionSettings.ofPool(settings))
            .answeredWithin(settings.transactionTimeout().plus(GRACE));
    config.setDataSource(source);
    config.setMaximumPoolSize(settings.poolSize());
    config.setMinimumIdle(1);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    config.setValidationTimeout(VALID_WITHIN.toMillis());
    config.setMaxLifetime(CONNECTION_LIFETIME.toMillis());
    try {
      if (!settings.scratch()) {
        ServerCheck.run(source).forEach(log::warn);
      }
      return new HikariDataSource(config);
    } catch (SQLException | RuntimeException e) {
      throw new DatabaseException(
          "cannot connect to PostgreSQL at %s as %s; is it running, version 17 or later, and is DATABASE_URL right? (%s)"
              .formatted(settings.url().hosts(), settings.url().credentials(), rootMessage(e)),
          e);
    }
  }

  /** For this module alone: no statement is written anywhere else. */
  public Jdbi jdbi() {
    return jdbi;
  }

  /** For what needs a connection of its own, outside the pool. */
  public PostgresSettings settings() {
    return settings;
  }

  /**
   * One of the pool's; closing it gives it back. None, at once, while the database is away or too
   * many wait for one; else it is waited for, but not beyond the caller's {@link RequestDeadline}.
   */
  public Connection connection() throws SQLException {
    if (monitor.isAway()) {
      throw new SQLTransientConnectionException(
          "PostgreSQL at %s is unavailable; the server checks it every %d ms"
              .formatted(settings.url().hosts(), DatabaseMonitor.LOOK_EVERY.toMillis()));
    }
    Duration wait = RequestDeadline.left(POOL_WAIT);
    if (wait.isZero() || waiting.getThreadsAwaitingConnection() >= MAX_WAITING) {
      throw poolEmpty(Duration.ZERO);
    }
    try {
      return waiting.getConnection(Math.max(1, wait.toMillis()));
    } catch (SQLTransientConnectionException none) {
      // With a cause a connection was tried and not made: that is an outage.
      throw none.getCause() == null ? poolEmpty(wait) : none;
    }
  }

  /**
   * Lets a connection of the pool wait longer for its answers, for a transaction whose limit is
   * longer than the pool's. The pool takes that back when it gets the connection.
   *
   * @param limit how long PostgreSQL lets one statement of the transaction take
   */
  public static void awaitAnswers(Connection connection, Duration limit) {
    int millis = Math.toIntExact(limit.plus(GRACE).toMillis());
    try {
      int usual = connection.getNetworkTimeout();
      // 0 is no limit at all.
      if (usual > 0 && millis > usual) {
        connection.setNetworkTimeout(Runnable::run, millis);
      }
    } catch (SQLException e) {
      throw new DatabaseException("the connection was lost: " + e.getMessage(), e);
    }
  }

  private PoolEmptyException poolEmpty(Duration waited) {
    PoolUse use = poolUse();
    return new PoolEmptyException(
        "none of %d connections was free after %d ms (active=%d, waiting=%d, at most %d may wait); the caller gave up"
            .formatted(use.most(), waited.toMillis(), use.active(), use.waiting(), MAX_WAITING));
  }

  /**
   * The monitor that knows if the primary is there. A loop has to make it look, several times a
   * second.
   */
  public DatabaseMonitor monitor() {
    return monitor;
  }

  /** The highest position of its log that was seen. */
  public LogMark logMark() {
    return logMark;
  }

  /**
   * Connections for polls and renewals that repeat and for which no user waits. The pool tests a
   * connection that had nothing to do for half a second, which costs as much as the look itself;
   * here a look that fails is repeated.
   */
  public OwnConnections polls() {
    return polls;
  }

  /**
   * The pool for libraries that bring their own statements, as the job queue and the consumers do.
   * They too get no connection while the database is away, at once: a server that stops would wait
   * for each of them.
   */
  public DataSource source() {
    return source;
  }

  /** The counts of claims' transactions that timed out. */
  public DatabaseTimeouts timeouts() {
    return timeouts;
  }

  /**
   * The pool at this moment.
   *
   * @param waiting threads that want a connection and there is none
   */
  public record PoolUse(int active, int idle, int waiting, int most) {}

  /** The use of the pool now. */
  public PoolUse poolUse() {
    return new PoolUse(
        waiting.getActiveConnections(),
        waiting.getIdleConnections(),
        waiting.getThreadsAwaitingConnection(),
        pool.getMaximumPoolSize());
  }

  /** Returns when the database has answered, throws when it has not within the time-out. */
  public void ping(Duration timeout) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      if (!connection.isValid((int) Math.max(1, timeout.toSeconds()))) {
        throw new SQLTimeoutException("no answer within " + timeout.toMillis() + " ms");
      }
    }
  }

  @Override
  public void close() {
    monitor.close();
    polls.close();
    pool.close();
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
