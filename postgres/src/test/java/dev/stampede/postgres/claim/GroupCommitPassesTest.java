package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.Shows;
import dev.stampede.testkit.HeardPasses;
import dev.stampede.testkit.PassesContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Passes keep the contract where claims commit in groups, with two lanes that compete for rows. */
final class GroupCommitPassesTest extends PassesContract {

  private static final HeardPasses HEARD = new HeardPasses();

  private static TwoLanes lanes;

  @BeforeAll
  static void open() {
    lanes = new TwoLanes(HEARD);
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
  protected HeardPasses news() {
    return HEARD;
  }

  @Override
  protected String databaseUrl() {
    return lanes.fixture.data.url();
  }
}
