package dev.stampede.postgres;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether the primary accepts writes, so that the server knows before its users do: on a
 * connection of its own, several times a second. While the primary is away nobody waits for a
 * connection.
 *
 * <ul>
 *   <li>A primary that refuses connections, is starting up or shutting down, or has become a
 *       standby, is away at once; one that accepts connections and ends them, after three looks.
 *   <li>A primary that does not answer is away after {@link #SILENCE}: on a busy machine a single
 *       answer may be late.
 *   <li>The first answer ends the outage.
 * </ul>
 */
public final class DatabaseMonitor implements AutoCloseable {

  public static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** The same in a quiet deployment; the first request, or a missing pulse, ends it at once. */
  public static final Duration QUIET_LOOK = Duration.ofSeconds(10);

  /** So long without an answer is an outage. */
  static final Duration SILENCE = Duration.ofSeconds(3);

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

  private static final int LOST_IN_A_ROW = 3;

  /** cannot_connect_now */
  private static final String STARTING_OR_STOPPING = "57P03";

  /** Insufficient resources: it has answered, if not kindly. */
  private static final String BUSY_CLASS = "53";

  private static final Logger log = LoggerFactory.getLogger(DatabaseMonitor.class);

  private final PostgresSettings settings;
  private final LongSupplier nanos;
  private @Nullable Connection connection;
  private int lost;
  private volatile long heardAtNanos;
  private volatile boolean away;

  DatabaseMonitor(PostgresSettings settings) {
    this(settings, System::nanoTime);
  }

  /**
   * A monitor that begins with a database that has just answered.
   *
   * @param nanos monotonic, like {@link System#nanoTime}
   */
  DatabaseMonitor(PostgresSettings settings, LongSupplier nanos) {
    this.settings = settings;
    this.nanos = nanos;
    this.heardAtNanos = nanos.getAsLong();
  }

  /** True while nothing can be written. */
  public boolean isAway() {
    return away;
  }

  /** The time since the primary's last answer. */
  public Duration silence() {
    return Duration.ofNanos(Math.max(0, nanos.getAsLong() - heardAtNanos));
  }

  /** Looks once; takes two seconds at most. One caller at a time. */
  public void look() {
    Sign sign = ask();
    if (sign == Sign.LOST) {
      // The end of one session may mean nothing: only a second attempt tells.
      sign = ask();
    }
    lost = sign == Sign.LOST ? lost + 1 : 0;
    switch (sign) {
      case ANSWER -> heard();
      case REFUSAL -> goneAway("refuses us");
      case LOST, NOTHING -> {
        if (lost >= LOST_IN_A_ROW) {
          goneAway("ends every connection");
        } else if (silence().compareTo(SILENCE) > 0) {
          goneAway("has not answered for " + silence().toMillis() + " ms");
        }
      }
    }
  }

  private enum Sign {
    ANSWER,
    /** It says that it cannot, or nobody listens there. */
    REFUSAL,
    /** The connection ended. */
    LOST,
    NOTHING
  }

  private Sign ask() {
    try {
      Connection open = connection;
      if (open == null) {
        open = connect();
        connection = open;
      }
      try (Statement statement = open.createStatement();
          ResultSet row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
        return row.next() && !row.getBoolean(1) ? Sign.ANSWER : Sign.REFUSAL;
      }
    } catch (SQLException e) {
      log.debug("the database monitor got no answer", e);
      discard();
      return sign(e);
    }
  }

  private static Sign sign(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException) {
        return Sign.NOTHING;
      }
      if (cause instanceof ConnectException) {
        return Sign.REFUSAL;
      }
    }
    String state = String.valueOf(failure.getSQLState());
    if (state.startsWith(BUSY_CLASS)) {
      return Sign.ANSWER;
    }
    return state.equals(STARTING_OR_STOPPING) ? Sign.REFUSAL : Sign.LOST;
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.url().credentials().user());
    properties.setProperty("password", settings.url().credentials().password());
    properties.setProperty("connectTimeout", Long.toString(ANSWER_WITHIN.toSeconds()));
    properties.setProperty("loginTimeout", Long.toString(ANSWER_WITHIN.toSeconds()));
    properties.setProperty("socketTimeout", Long.toString(ANSWER_WITHIN.toSeconds()));
    properties.setProperty("ApplicationName", "stampede-watch");
    return DriverManager.getConnection(settings.url().jdbc(), properties);
  }

  private void heard() {
    Duration silent = silence();
    heardAtNanos = nanos.getAsLong();
    if (away) {
      away = false;
      log.info("PostgreSQL is available again, after {} ms; sales continue", silent.toMillis());
    }
  }

  private void goneAway(String how) {
    if (!away) {
      away = true;
      log.warn(
          "PostgreSQL at {} {}: no sales until it is back; the server answers reads from memory",
          settings.url().hosts(),
          how);
    }
  }

  private void discard() {
    Connection lost = connection;
    connection = null;
    if (lost != null) {
      try {
        lost.close();
      } catch (SQLException e) {
        log.debug("a lost connection could not be closed", e);
      }
    }
  }

  @Override
  public void close() {
    discard();
  }
}
