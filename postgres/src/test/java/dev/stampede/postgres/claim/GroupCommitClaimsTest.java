package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.testkit.ClaimsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Claiming in groups keeps the contract, with two lanes that compete for rows. */
final class GroupCommitClaimsTest extends ClaimsContract {

  private static TwoLanes lanes;

  @BeforeAll
  static void open() {
    lanes = new TwoLanes(ClaimNews.NONE);
  }

  @AfterAll
  static void close() {
    lanes.close();
  }

  @Override
  protected Claims claims() {
    return lanes.claims;
  }

  @Override
  protected Shows shows() {
    return lanes.fixture.shows;
  }

  @Override
  protected String databaseUrl() {
    return lanes.fixture.data.url();
  }
}
