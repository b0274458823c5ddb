package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Looks and writes as if alone, and lets the database find out that it was not: one of two that
 * cannot have run one after the other is ended with SQLSTATE 40001, and runs again.
 */
final class Serializable implements Way {

  private static final String ISOLATE = "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE";

  private final Unsafe plainly;

  Serializable(WaySteps steps) {
    this.plainly = new Unsafe(steps);
  }

  @Override
  public Try within(Connection transaction, Claim.Hold claim) throws SQLException {
    try (Statement statement = transaction.createStatement()) {
      statement.execute(ISOLATE);
    }
    return plainly.within(transaction, claim);
  }
}
