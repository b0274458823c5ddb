package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import java.sql.SQLException;
import java.util.List;

/**
 * One attempt by a way of the product's own. An answer of "come back later" is an attempt that was
 * overtaken, and its buyer comes back.
 */
final class ProductClaims implements Attempt {

  private final Claims product;

  ProductClaims(Claims product) {
    this.product = product;
  }

  @Override
  public Try of(Claim.Hold claim) throws SQLException {
    ClaimOutcome outcome = product.claim(claim);
    if (outcome instanceof Held(var hold)) {
      return new Try.Sold(hold.seats());
    }
    if (outcome instanceof SeatsTaken(List<Integer> seats)) {
      return new Try.Gone(seats);
    }
    if (outcome instanceof NotAvailable) {
      return new Try.Gone(List.of());
    }
    if (outcome instanceof Overloaded(String why)) {
      return new Try.Overtaken(why);
    }
    throw new SQLException("the product answered " + outcome);
  }
}
