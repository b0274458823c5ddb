package dev.stampede.postgres;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Slice;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.JdbiException;

/**
 * Adds up all entries and all wallets in one snapshot. It reads each table once from one end to the
 * other, sorts nothing and keeps three sums: it needs no memory and no temporary files, however
 * many entries there are. Single wallets and transfers are compared slice by slice elsewhere.
 */
final class LedgerSums {

  private static final Duration PATIENCE = Duration.ofHours(1);

  private static final String SUMS =
      """
      SELECT e.entries, e.total, e.of_wallets, w.wallets, w.balances
      FROM (
        SELECT count(*) AS entries, coalesce(sum(amount), 0) AS total,
          coalesce(sum(amount) FILTER (WHERE account = 'w'), 0) AS of_wallets
        FROM entry) AS e
      CROSS JOIN (
        SELECT count(*) AS wallets, coalesce(sum(balance), 0) AS balances FROM wallet) AS w""";

  private final Database database;

  LedgerSums(Database database) {
    this.database = database;
  }

  Slice compare() {
    try {
      return database
          .jdbi()
          .inTransaction(
              handle -> {
                handle.execute(
                    "SET LOCAL transaction_timeout = 0; SET LOCAL statement_timeout = "
                        + PATIENCE.toMillis());
                return handle.createQuery(SUMS).map((row, _) -> slice(row)).one();
              });
    } catch (JdbiException e) {
      throw new DatabaseException("the ledger could not be added up: " + e.getMessage(), e);
    }
  }

  private static Slice slice(ResultSet sums) throws SQLException {
    List<Drift> found = new ArrayList<>();
    if (sums.getBigDecimal("total").signum() != 0) {
      found.add(
          drift(
              "all %d entries sum to %s, not to zero"
                  .formatted(sums.getLong("entries"), sums.getBigDecimal("total"))));
    }
    if (sums.getBigDecimal("balances").compareTo(sums.getBigDecimal("of_wallets")) != 0) {
      found.add(
          drift(
              "all %d wallets have %s points; their entries sum to %s"
                  .formatted(
                      sums.getLong("wallets"),
                      sums.getBigDecimal("balances"),
                      sums.getBigDecimal("of_wallets"))));
    }
    return new Slice(
        Math.clamp(sums.getLong("entries"), 0, Integer.MAX_VALUE), DriftSearch.START, true, found);
  }

  private static Drift drift(String detail) {
    return new Drift(Part.LEDGER, DriftSearch.START, "ledger", detail);
  }
}
