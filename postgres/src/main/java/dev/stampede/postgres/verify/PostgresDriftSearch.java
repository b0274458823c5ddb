package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Reconciliation;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Looks for drift in the database: each slice in one snapshot, in which a transaction is wholly
 * there or not at all. It takes no locks and writes nothing.
 */
public final class PostgresDriftSearch implements DriftSearch {

  /** The limit for one statement while a sale goes on. */
  public static final Duration IN_PASSING = Duration.ofSeconds(2);

  /** The limit for one statement when an operator waits for the result. */
  public static final Duration THOROUGH = Duration.ofMinutes(2);

  /** query_canceled */
  private static final String TOO_LONG = "57014";

  /** A slice that took too long is tried again with so much less. */
  private static final int SMALLER = 20;

  private final Database database;
  private final Duration patience;
  private final Scope scope;
  private final Reconciliation.Listener listener;

  public PostgresDriftSearch(Database database, Duration patience) {
    this(database, patience, new Scope.Everything());
  }

  public PostgresDriftSearch(Database database, Duration patience, Scope scope) {
    this(database, patience, scope, Reconciliation.Listener.NONE);
  }

  /**
   * A search.
   *
   * @param patience how long one statement may take; those of the ledger, of which each reads whole
   *     tables, have {@link LedgerCheck#THOROUGH}
   * @param listener hears how many checks of the ledger are through, which is one slice
   */
  public PostgresDriftSearch(
      Database database, Duration patience, Scope scope, Reconciliation.Listener listener) {
    this.database = database;
    this.patience = patience;
    this.scope = scope;
    this.listener = listener;
  }

  @Override
  public Slice search(Part part, String after, int limit) {
    if (part == Part.LEDGER) {
      return slice(
          new LedgerCheck(database, LedgerCheck.THOROUGH)
              .run(checks -> listener.checked(part, checks)));
    }
    try {
      return slice(part, after, limit);
    } catch (JdbiException e) {
      if (limit > SMALLER && isTooLong(e)) {
        return again(part, after, limit / SMALLER);
      }
      throw failed(part, after, e);
    }
  }

  private Slice again(Part part, String after, int limit) {
    try {
      return slice(part, after, limit);
    } catch (JdbiException e) {
      throw failed(part, after, e);
    }
  }

  private Slice slice(Part part, String after, int limit) {
    return database
        .jdbi()
        .inTransaction(
            handle -> {
              prepare(handle);
              return switch (part) {
                case SHOWS -> ShowDrift.search(handle, scope, after, limit);
                case SEATS -> SeatDrift.SEARCH.search(handle, scope, after, limit);
                case HOLDS -> HoldDrift.SEARCH.search(handle, scope, after, limit);
                case BOOKINGS -> BookingDrift.SEARCH.search(handle, scope, after, limit);
                case TRANSFERS -> TransferDrift.SEARCH.search(handle, scope, after, limit);
                case WALLETS -> WalletDrift.SEARCH.search(handle, scope, after, limit);
                case OUTBOX -> OutboxDrift.search(handle, scope, after, limit);
                case SEAT_KEYS, LEDGER ->
                    throw new IllegalArgumentException(part + " is not looked for here");
              };
            });
  }

  /**
   * The planner is told that it is a slice, and to look each row up by its key. It thinks that a
   * range between two rows is a ninth of the table, and would read a million holds to join them to
   * two thousand seats: that took seconds, and takes a few milliseconds so. The full joins, of what
   * is in the range on both sides, it does as it must.
   */
  private void prepare(Handle handle) {
    handle.execute(
        """
        SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
        SET LOCAL transaction_timeout = 0;
        SET LOCAL statement_timeout = %d;
        SET LOCAL plan_cache_mode = force_custom_plan;
        SET LOCAL enable_seqscan = off;
        SET LOCAL enable_hashjoin = off;
        SET LOCAL enable_mergejoin = off;
        SET LOCAL jit = off"""
            .formatted(patience.toMillis()));
    Database.awaitAnswers(handle.getConnection(), patience);
  }

  /** Converts the report of a check of the whole ledger. */
  public static Slice slice(LedgerCheck.Report report) {
    List<Drift> found = new ArrayList<>();
    report
        .differences()
        .forEach(difference -> found.add(new Drift(Part.LEDGER, "", "ledger", difference)));
    return new Slice(Math.clamp(report.entries(), 0, Integer.MAX_VALUE), START, true, found);
  }

  private static boolean isTooLong(JdbiException failure) {
    return failure.getCause() instanceof SQLException sql && TOO_LONG.equals(sql.getSQLState());
  }

  private static DatabaseException failed(Part part, String after, JdbiException cause) {
    return new DatabaseException(
        "%s after '%s' could not be compared: %s"
            .formatted(part.label(), after, cause.getMessage()),
        cause);
  }
}
