package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.Shows;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.HeardPasses;
import dev.stampede.testkit.PassesContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Passes keep the contract where claims commit in groups, with two lanes that compete for rows. */
final class GroupCommitPassesTest extends PassesContract {

  private static final HeardPasses HEARD = new HeardPasses();

  private static ClaimsFixture fixture;
  private static List<GroupCommitter> committers;
  private static LaneClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    committers =
        List.of(
            new GroupCommitter(fixture.database, fixture.shows, HEARD),
            new GroupCommitter(fixture.database, fixture.shows, HEARD));
    claims =
        new LaneClaims(
            committers, LaneSettings.DEFAULT, lane -> LaneListener.NONE, Duration.ofSeconds(10));
  }

  @AfterAll
  static void close() {
    claims.close();
    committers.forEach(GroupCommitter::close);
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
