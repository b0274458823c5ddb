package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import java.time.Duration;
import java.util.List;

/** A witness that sees nothing. */
public enum NoWitness implements Witness {
  WITNESS;

  @Override
  public void begun(Claim.Hold claim, int attempt) {}

  @Override
  public void read(Claim.Hold claim, List<LabSeatRow> tickets) {}

  @Override
  public void ended(Claim.Hold claim, int attempt, Try how, Duration took) {}

  @Override
  public void gaveUp(Claim.Hold claim, ClaimFailure why) {}

  @Override
  public void entered(Claim.Hold claim, long place) {}

  @Override
  public void turn(Claim.Hold claim, long place, int polls) {}
}
