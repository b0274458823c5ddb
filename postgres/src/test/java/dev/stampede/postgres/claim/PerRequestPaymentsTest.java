package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.PaymentStores;
import dev.stampede.testkit.PaymentsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Paying one by one keeps the contract. */
final class PerRequestPaymentsTest extends PaymentsContract {

  private static ClaimsFixture fixture;
  private static PerRequestClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    claims = new PerRequestClaims(fixture.database, fixture.shows, ClaimNews.NONE);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Override
  protected Claims claims() {
    return claims;
  }

  @Override
  protected PaymentStores stores() {
    return fixture.stores();
  }
}
