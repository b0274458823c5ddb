package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.PaidBooks;
import dev.stampede.testkit.PaymentsContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Paying in groups keeps the contract, with two lanes that compete for rows. */
final class GroupCommitPaymentsTest extends PaymentsContract {

  private static ClaimsFixture fixture;
  private static List<GroupCommitter> committers;
  private static LaneClaims claims;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    committers = List.of(fixture.committer(), fixture.committer());
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
  protected PaidBooks books() {
    return fixture.books();
  }
}
