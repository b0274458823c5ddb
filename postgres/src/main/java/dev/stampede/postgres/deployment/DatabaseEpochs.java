package dev.stampede.postgres.deployment;

import dev.stampede.engine.epoch.LogMarks;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.LogMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that the database was rewound, and then begins its next epoch, once for all servers.
 *
 * <p>The database was rewound, or may have been, when
 *
 * <ul>
 *   <li>it writes another timeline than its epoch began on: a standby was promoted, or a backup
 *       recovered to some point in time;
 *   <li>it is another cluster: a dump was restored;
 *   <li>its log reaches less far than it did: a snapshot of its files was put back;
 *   <li>its epoch is lower than one that this process has seen.
 * </ul>
 *
 * <p>A failover that lost nothing looks like the first and begins an epoch too. That does no harm:
 * everything is read again.
 */
public final class DatabaseEpochs {

  public static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** The same in a quiet deployment, while the {@link DatabaseChangePoll} beats as before. */
  public static final Duration QUIET_LOOK = Duration.ofSeconds(20);

  private static final String LOOK =
      "SELECT now.system_identifier, stampede_timeline(), "
          + LogMark.FLUSHED
          + """
          , e.epoch, e.system_identifier, e.timeline, e.begun_at
          FROM pg_control_system() AS now
          CROSS JOIN (SELECT * FROM database_epoch ORDER BY epoch DESC LIMIT 1) AS e""";

  private static final String NEXT = "SELECT stampede_next_epoch(?)";

  private static final Logger log = LoggerFactory.getLogger(DatabaseEpochs.class);

  private final Database database;
  private final LogMarks outside;
  private final LogMark mark;
  private volatile Epoch current;

  /** An epoch, and when it began by the database's clock. */
  public record Epoch(long number, Instant begunAt) {

    /** The epoch in which a database is made: nothing has been undone in it. */
    public boolean isFirst() {
      return number == 1;
    }
  }

  /** A history of the database: which cluster, and which of its timelines. */
  private record History(long system, int timeline) {
    @Override
    public String toString() {
      return "timeline %d of system %d".formatted(timeline, system);
    }
  }

  private record Sight(History history, long flushed, Epoch epoch, History began) {}

  private DatabaseEpochs(Database database, LogMarks outside, Epoch first) {
    this.database = database;
    this.outside = outside;
    this.mark = database.logMark();
    this.current = first;
  }

  /** Looks for the first time, so that the epoch is known before anything is read. */
  public static DatabaseEpochs open(Database database, LogMarks outside) {
    try (Connection connection = database.connection()) {
      Epoch stored = sight(connection).epoch();
      database.logMark().reached(outside.highest(stored.number()));
      DatabaseEpochs epochs = new DatabaseEpochs(database, outside, stored);
      epochs.look(connection);
      return epochs;
    } catch (SQLException e) {
      throw new DatabaseException("the database's epoch could not be read: " + e.getMessage(), e);
    }
  }

  /** The epoch as last seen. */
  public Epoch current() {
    return current;
  }

  /** Looks once, and begins the next epoch where that is due. One caller at a time. */
  public void look() throws SQLException {
    try (Connection connection = database.connection()) {
      look(connection);
    }
  }

  private void look(Connection connection) throws SQLException {
    long reached = mark.highest();
    Sight sight = sight(connection);
    @Nullable String why = rewound(sight, reached).orElse(null);
    if (why != null) {
      long begun = next(connection, Math.max(current.number(), sight.epoch().number()));
      sight = sight(connection);
      log.error(
          "PostgreSQL was rewound: {}. Epoch {} begins and the server reads everything again;"
              + " acknowledged sales may be missing: find them by comparing with Kafka and with the"
              + " payment provider (docs/operations.md, \"PostgreSQL rewound\")",
          why,
          begun);
    }
    if (sight.epoch().number() > current.number()) {
      mark.restart(sight.flushed());
      current = sight.epoch();
    } else {
      mark.reached(sight.flushed());
    }
    outside.reached(current.number(), sight.flushed());
  }

  private Optional<String> rewound(Sight sight, long reached) {
    long epoch = sight.epoch().number();
    if (!sight.history().equals(sight.began())) {
      return Optional.of(
          "it writes %s, and epoch %d began on %s"
              .formatted(sight.history(), epoch, sight.began()));
    }
    if (epoch < current.number()) {
      return Optional.of("it is in epoch %d and was in %d".formatted(epoch, current.number()));
    }
    if (epoch == current.number() && sight.flushed() < reached) {
      return Optional.of(
          "its log reaches to %d and reached to %d on the same %s"
              .formatted(sight.flushed(), reached, sight.history()));
    }
    return Optional.empty();
  }

  private static Sight sight(Connection connection) throws SQLException {
    try (PreparedStatement look = connection.prepareStatement(LOOK);
        ResultSet row = look.executeQuery()) {
      row.next();
      return new Sight(
          new History(row.getLong(1), row.getInt(2)),
          row.getLong(3),
          new Epoch(row.getLong(4), row.getObject(7, OffsetDateTime.class).toInstant()),
          new History(row.getLong(5), row.getInt(6)));
    }
  }

  private static long next(Connection connection, long known) throws SQLException {
    try (PreparedStatement next = connection.prepareStatement(NEXT)) {
      next.setLong(1, known);
      try (ResultSet row = next.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
