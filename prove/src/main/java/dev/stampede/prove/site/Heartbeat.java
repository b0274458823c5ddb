package dev.stampede.prove.site;

import dev.stampede.testkit.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Writes the time into PostgreSQL every few milliseconds. The last time that a promoted replica
 * knows says how much of the primary's history it has: all that was committed before that beat was
 * sent is there.
 */
public final class Heartbeat implements AutoCloseable {

  private static final Duration APART = Duration.ofMillis(50);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  static final String CREATE =
      """
      CREATE SCHEMA IF NOT EXISTS prove;
      CREATE TABLE IF NOT EXISTS prove.heartbeat (sent_micros bigint NOT NULL)""";

  private final Sql primary;
  private final LongSupplier clock;
  private final Thread beating;
  private volatile boolean ended;

  private Heartbeat(Sql primary, LongSupplier clock) {
    this.primary = primary;
    this.clock = clock;
    this.beating = Thread.ofVirtual().start(this::beat);
  }

  /** Begins to write the time of this clock, until it is closed or PostgreSQL is gone. */
  public static Heartbeat to(Sql primary, LongSupplier clock) {
    return new Heartbeat(primary, clock);
  }

  private void beat() {
    try (Connection connection = primary.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO prove.heartbeat VALUES (?)")) {
      while (!ended) {
        insert.setLong(1, clock.getAsLong());
        insert.executeUpdate();
        LockSupport.parkNanos(APART.toNanos());
      }
    } catch (SQLException killed) {
      // The primary is gone; what it had answered last is told by its successor.
    }
  }

  /** Returns the last beat that this PostgreSQL has; empty if it has none. */
  public static OptionalLong last(Sql database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT max(sent_micros) FROM prove.heartbeat")) {
      rows.next();
      long last = rows.getLong(1);
      return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(last);
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(beating);
    try {
      if (!beating.join(ENDS_WITHIN)) {
        beating.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
