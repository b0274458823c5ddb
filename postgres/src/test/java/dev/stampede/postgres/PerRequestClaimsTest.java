package dev.stampede.postgres;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.testkit.ClaimsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Claiming one by one keeps the contract. */
final class PerRequestClaimsTest extends ClaimsContract {

  private static ClaimsFixture fixture;
  private static PerRequestClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    claims =
        new PerRequestClaims(
            fixture.database, fixture.shows, ClaimsFixture.NoGate.INSTANCE, ClaimNews.NONE);
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
  protected Shows shows() {
    return fixture.shows;
  }

  @Override
  protected String databaseUrl() {
    return fixture.data.url();
  }
}
