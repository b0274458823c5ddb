package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimNews;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.ClaimsFixture;
import java.time.Duration;
import java.util.List;

/** Claims in groups, on two lanes that compete for the rows of a database of their own. */
final class TwoLanes implements AutoCloseable {

  final ClaimsFixture fixture = new ClaimsFixture();
  final LaneClaims claims;
  private final List<GroupCommitter> committers;

  TwoLanes(ClaimNews news) {
    committers =
        List.of(
            new GroupCommitter(fixture.database, fixture.shows, news),
            new GroupCommitter(fixture.database, fixture.shows, news));
    claims =
        new LaneClaims(
            committers, LaneSettings.DEFAULT, lane -> LaneListener.NONE, Duration.ofSeconds(10));
  }

  @Override
  public void close() {
    claims.close();
    committers.forEach(GroupCommitter::close);
    fixture.close();
  }
}
