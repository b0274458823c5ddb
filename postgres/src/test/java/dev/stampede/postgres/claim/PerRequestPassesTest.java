package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.HeardPasses;
import dev.stampede.testkit.PassesContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Passes keep the contract where claims commit one by one. */
final class PerRequestPassesTest extends PassesContract {

  private static final HeardPasses HEARD = new HeardPasses();

  private static ClaimsFixture fixture;
  private static PerRequestClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    claims = new PerRequestClaims(fixture.database, fixture.shows, HEARD);
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
  protected HeardPasses news() {
    return HEARD;
  }

  @Override
  protected String databaseUrl() {
    return fixture.data.url();
  }
}
