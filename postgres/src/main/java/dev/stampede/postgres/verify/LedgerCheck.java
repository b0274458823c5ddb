package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.CheckProgress;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recomputes the points ledger from its entries and compares, all in one snapshot: a concurrent
 * transaction is either wholly in it or not at all.
 */
public final class LedgerCheck {

  /** The limit for each kind; the rest is more of the same. */
  private static final int MAX_DIFFERENCES = 20;

  /** It reads every entry; the limit of a claim's transaction is not meant for it. */
  private static final Duration IN_PASSING = Duration.ofMinutes(10);

  /**
   * The limit for one statement when an operator waits for the result, sees its progress, and can
   * stop it.
   */
  public static final Duration THOROUGH = Duration.ofHours(24);

  /** Planning takes milliseconds, but waits for a table that another transaction has locked. */
  private static final Duration ESTIMATE = Duration.ofSeconds(1);

  /**
   * The result of a check.
   *
   * @param differences a sentence for each, up to a limit of each kind; none when all is well
   */
  public record Report(long wallets, long entries, List<String> differences) {
    public Report {
      differences = List.copyOf(differences);
    }

    public boolean isBalanced() {
      return differences.isEmpty();
    }
  }

  /** Hears how far a check has come, in the thread that runs it. */
  @FunctionalInterface
  public interface Listener {

    Listener NONE = _ -> {};

    /** Called when a check ends, and when the first one begins. */
    void checked(CheckProgress checks);
  }

  /** Counts and sums in one statement, so that the entries are read once for both. */
  private static final String SUM =
      "SELECT (SELECT count(*) FROM wallet), count(*), coalesce(sum(amount), 0) FROM entry";

  private static final String WALLETS =
      """
      SELECT format('the wallet of %s has %s points after %s entries; its %s entries sum to %s',
        buyer, coalesce(w.balance, 0), coalesce(w.version, 0), coalesce(e.count, 0),
        coalesce(e.sum, 0))
      FROM wallet w
      FULL JOIN (
        SELECT buyer, count(*), sum(amount)
        FROM entry
        WHERE account = 'w'
        GROUP BY buyer) AS e USING (buyer)
      WHERE coalesce(w.balance, 0) <> coalesce(e.sum, 0)
        OR coalesce(w.version, 0) <> coalesce(e.count, 0)
        OR w.balance < 0
      LIMIT ?""";

  private static final String STATEMENTS =
      """
      SELECT format('entry %s of the wallet of %s says %s; it is the %s. and the sum is %s',
        number, buyer, balance, place, sum)
      FROM (
        SELECT buyer, number, balance, row_number() OVER up_to AS place, sum(amount) OVER up_to
        FROM entry
        WHERE account = 'w'
        WINDOW up_to AS (PARTITION BY buyer ORDER BY number)) AS line
      WHERE balance <> sum OR number <> place
      LIMIT ?""";

  /** A top-up comes from the provider, all else goes between wallet and house. */
  private static final String TRANSFERS =
      """
      SELECT format('transfer %s of %s points has %s entries that sum to %s, %s of them right',
        transfer_id, t.amount, e.count, e.sum, e.right)
      FROM (SELECT id AS transfer_id, t.* FROM transfer t) AS t
      FULL JOIN (
        SELECT e.transfer_id, count(*), sum(e.amount),
          count(*) FILTER (WHERE e.amount = CASE
            WHEN e.account = 'w' AND e.buyer = t.buyer
              THEN CASE t.kind WHEN 'p' THEN -t.amount ELSE t.amount END
            WHEN e.account = CASE t.kind WHEN 't' THEN 'p' ELSE 'h' END
              THEN CASE t.kind WHEN 'p' THEN t.amount ELSE -t.amount END
          END) AS right
        FROM entry e
        LEFT JOIN transfer t ON t.id = e.transfer_id
        GROUP BY e.transfer_id) AS e USING (transfer_id)
      WHERE (t.id IS NULL OR e.count IS DISTINCT FROM 2 OR e.sum <> 0 OR e.right <> 2)
      LIMIT ?""";

  /** Paid with points: a payment, and a refund if and only if cancelled. Outside: neither. */
  private static final String BOOKINGS =
      """
      SELECT format('booking %s of %s over %s points has %s payments and %s refunds of that',
        coalesce(b.id, t.booking_id), b.buyer, b.total, coalesce(t.payments, 0),
        coalesce(t.refunds, 0))
      FROM booking b
      FULL JOIN (
        SELECT t.booking_id,
          count(*) FILTER (
            WHERE t.kind = 'p' AND t.amount = b.total AND t.buyer = b.buyer) AS payments,
          count(*) FILTER (
            WHERE t.kind = 'r' AND t.amount = b.total AND t.buyer = b.buyer) AS refunds,
          count(*) AS all_of_it
        FROM transfer t
        LEFT JOIN booking b ON b.id = t.booking_id
        WHERE t.booking_id IS NOT NULL
        GROUP BY t.booking_id) AS t ON t.booking_id = b.id
      WHERE b.id IS NULL
        OR coalesce(t.payments, 0) <> (b.paid_balance IS NOT NULL)::integer
        OR coalesce(t.refunds, 0) <> (b.refunded_balance IS NOT NULL)::integer
        OR coalesce(t.all_of_it, 0) <> coalesce(t.payments, 0) + coalesce(t.refunds, 0)
      LIMIT ?""";

  /** All checks but the sum, which comes first. */
  private static final List<String> COMPARISONS = List.of(WALLETS, STATEMENTS, TRANSFERS, BOOKINGS);

  private static final int CHECKS = 1 + COMPARISONS.size();

  /** The total cost of one step, in a plan as text. */
  private static final Pattern COST = Pattern.compile("cost=[0-9.]+\\.\\.([0-9.]+)");

  private final Database database;
  private final Duration patience;

  /** A check that servers make by themselves, with ten minutes for each statement. */
  public LedgerCheck(Database database) {
    this(database, IN_PASSING);
  }

  /**
   * A check of the whole ledger.
   *
   * @param patience how long one statement may take
   */
  public LedgerCheck(Database database, Duration patience) {
    this.database = database;
    this.patience = patience;
  }

  public Report run() {
    return run(Listener.NONE);
  }

  /** Makes all checks, one after the other. */
  public Report run(Listener listener) {
    try (Connection connection = database.connection()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      Report report = report(connection, listener);
      connection.rollback();
      return report;
    } catch (SQLException e) {
      throw new DatabaseException("the ledger could not be checked: " + e.getMessage(), e);
    }
  }

  private Report report(Connection connection, Listener listener) throws SQLException {
    int done = 0;
    try {
      double[] shares = estimated(connection);
      listener.checked(new CheckProgress(done, CHECKS, shares[done]));
      limit(connection, patience);
      Report sum = sum(connection);
      List<String> differences = new ArrayList<>(sum.differences());
      done++;
      listener.checked(new CheckProgress(done, CHECKS, shares[done]));
      for (String comparison : COMPARISONS) {
        compare(connection, comparison, differences);
        done++;
        listener.checked(new CheckProgress(done, CHECKS, shares[done]));
      }
      return new Report(sum.wallets(), sum.entries(), differences);
    } catch (SQLException e) {
      throw new SQLException(
          "check %d of %d failed: %s".formatted(done + 1, CHECKS, e.getMessage()),
          e.getSQLState(),
          e);
    }
  }

  /** The limit for each statement of the transaction, which itself has none. */
  private static void limit(Connection connection, Duration each) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL transaction_timeout = 0");
      statement.execute("SET LOCAL statement_timeout = " + each.toMillis());
    }
    Database.awaitAnswers(connection, each);
  }

  /**
   * The shares; all of them 0 if the planner does not answer, since the checks need no estimate.
   */
  private static double[] estimated(Connection connection) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      limit(connection, ESTIMATE);
      return shares(connection);
    } catch (SQLException unknown) {
      connection.rollback(before);
      return new double[CHECKS + 1];
    }
  }

  /**
   * Returns the share of the whole work that is done after each check, as PostgreSQL's planner
   * expects it: 0 first, 1 last.
   */
  private static double[] shares(Connection connection) throws SQLException {
    double[] costs = new double[CHECKS + 1];
    costs[1] = cost(connection, SUM);
    for (int i = 0; i < COMPARISONS.size(); i++) {
      costs[i + 2] = costs[i + 1] + cost(connection, COMPARISONS.get(i).replace("?", "1"));
    }
    return Arrays.stream(costs).map(cost -> cost / costs[CHECKS]).toArray();
  }

  /** The highest cost of any step: the last step's is lower where a limit may end it early. */
  private static double cost(Connection connection, String query) throws SQLException {
    double highest = 1;
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN " + query)) {
      while (plan.next()) {
        Matcher cost = COST.matcher(plan.getString(1));
        if (cost.find()) {
          highest = Math.max(highest, Double.parseDouble(cost.group(1)));
        }
      }
    }
    return highest;
  }

  private static Report sum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SUM)) {
      row.next();
      BigDecimal sum = row.getBigDecimal(3);
      return new Report(
          row.getLong(1),
          row.getLong(2),
          sum.signum() == 0
              ? List.of()
              : List.of("all entries sum to %s, not to zero".formatted(sum.toPlainString())));
    }
  }

  private static void compare(Connection connection, String comparison, List<String> differences)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(comparison)) {
      statement.setInt(1, MAX_DIFFERENCES);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          differences.add(rows.getString(1));
        }
      }
    }
  }
}
