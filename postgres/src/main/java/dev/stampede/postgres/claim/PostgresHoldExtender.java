package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.sale.HoldExtender;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * Gives all holds of a show more time, a batch at a time.
 *
 * <p>Not one transaction for all: it would lock every held seat of a hot sale for as long as it
 * takes, and all payments meanwhile would be carried over and refused. Not through the lanes: a
 * claim is one buyer's and answers one buyer. A batch is locked for some milliseconds, and notes
 * the progress in its transaction, so that an extension can be interrupted and resumed.
 */
public final class PostgresHoldExtender implements HoldExtender {

  /** The time after which the caller is told how far the extension has come. */
  static final Duration DEADLINE = Duration.ofSeconds(20);

  private static final String BEGIN =
      """
      INSERT INTO hold_extension (show_id, by_millis, began_at, operation, fingerprint)
      VALUES (:show, :by, stampede_now(), :operation, :fingerprint)
      ON CONFLICT (operation) DO NOTHING
      RETURNING id""";

  private static final String FIND =
      """
      SELECT id, done, extended, clipped, fingerprint
      FROM hold_extension
      WHERE operation = :operation""";

  private final Database database;
  private final Jdbi jdbi;
  private final ClaimNews news;
  private final Duration deadline;

  public PostgresHoldExtender(Database database, ClaimNews news) {
    this(database, news, DEADLINE);
  }

  PostgresHoldExtender(Database database, ClaimNews news, Duration deadline) {
    this.database = database;
    this.jdbi = database.jdbi();
    this.news = news;
    this.deadline = deadline;
  }

  /** An extension that is there already. */
  private record Found(long id, boolean done, Outcome.Extended so, String fingerprint) {}

  @Override
  public Outcome extend(ShowId show, Duration by, Optional<Operation> operation) {
    Optional<Long> begun = begin(show, by, operation);
    if (begun.isPresent()) {
      return finish(begun.get());
    }
    Found before = find(operation.orElseThrow());
    if (!before.fingerprint().equals(operation.orElseThrow().fingerprint())) {
      return new Outcome.OperationMismatch();
    }
    return before.done() ? new Outcome.Replayed(before.so()) : finish(before.id());
  }

  /** Empty when the operation has begun before. */
  private Optional<Long> begin(ShowId show, Duration by, Optional<Operation> operation) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(BEGIN)
                .bind("show", show.value())
                .bind("by", by.toMillis())
                .bind("operation", bytes(operation.map(Operation::id)))
                .bind("fingerprint", bytes(operation.map(Operation::fingerprint)))
                .mapTo(Long.class)
                .findOne());
  }

  private static Optional<byte[]> bytes(Optional<String> hex) {
    return hex.map(HexFormat.of()::parseHex);
  }

  private Found find(Operation operation) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(FIND)
                .bind("operation", HexFormat.of().parseHex(operation.id()))
                .map(
                    (row, _) ->
                        new Found(
                            row.getLong(1),
                            row.getBoolean(2),
                            new Outcome.Extended(row.getInt(3), row.getInt(4)),
                            HexFormat.of().formatHex(row.getBytes(5))))
                .one());
  }

  private Outcome finish(long extension) {
    long until = System.nanoTime() + deadline.toNanos();
    ExtensionBatch.Progress so = ExtensionBatch.Progress.NONE;
    while (!so.done() && System.nanoTime() - until < 0) {
      Optional<ExtensionBatch.Progress> further = batch(extension);
      so = further.orElse(so);
    }
    return so.done()
        ? new Outcome.Extended(so.extended(), so.clipped())
        : new Outcome.Unfinished(so.extended());
  }

  /** Empty when somebody had a row for too long: nothing was done. */
  private Optional<ExtensionBatch.Progress> batch(long extension) {
    try (Connection connection = database.connection()) {
      // What is not committed is rolled back by the pool when it gets the connection back.
      connection.setAutoCommit(false);
      List<SeatChange> changes = new ArrayList<>();
      ExtensionBatch.Progress so = new ExtensionBatch(connection, extension).run(changes);
      connection.commit();
      if (!changes.isEmpty()) {
        news.committed(changes);
      }
      return Optional.of(so);
    } catch (SQLException e) {
      return switch (SqlFailure.of(e)) {
        case ROW_LOCKED, CONFLICT -> Optional.empty();
        case CONNECTION, OTHER ->
            throw new DatabaseException("holds could not be extended: " + e.getMessage(), e);
      };
    }
  }
}
