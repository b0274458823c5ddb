package dev.stampede.lab.way;

import dev.stampede.engine.claim.Claim;
import java.sql.Connection;
import java.sql.SQLException;

/** What a transaction does between BEGIN and COMMIT: how it looks, and how it writes. */
@FunctionalInterface
interface Way {

  Try within(Connection transaction, Claim.Hold claim) throws SQLException;
}
