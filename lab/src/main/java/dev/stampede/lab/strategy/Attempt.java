package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.sql.SQLException;

/** One try to give a buyer what they want, from the first lock to the commit. */
@FunctionalInterface
public interface Attempt {

  Try of(Claim.Hold claim) throws SQLException, InterruptedException;
}
