package dev.stampede.engine.claim;

import java.util.function.BooleanSupplier;

/**
 * Claims that are refused at the door while nothing can be written, so that nobody waits in a lane
 * for a time-out. Nothing has happened to them: the same claim is good again once the database is.
 */
public final class ClaimsWhileWritable implements Claims {

  private final Claims claims;
  private final BooleanSupplier away;

  /**
   * Claims behind a door.
   *
   * @param away whether the database is; asked for every claim, so it waits for nothing
   */
  public ClaimsWhileWritable(Claims claims, BooleanSupplier away) {
    this.claims = claims;
    this.away = away;
  }

  @Override
  public ClaimOutcome claim(Claim claim) {
    return away.getAsBoolean()
        ? new ClaimOutcome.ReadOnly("the database is unavailable; nothing was tried")
        : claims.claim(claim);
  }
}
