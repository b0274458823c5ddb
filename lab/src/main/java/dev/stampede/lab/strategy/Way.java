package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;

/** The work of a transaction between BEGIN and COMMIT: its reads and its writes. */
@FunctionalInterface
interface Way {

  Try within(Connection transaction, Claim.Hold claim) throws SQLException;
}
