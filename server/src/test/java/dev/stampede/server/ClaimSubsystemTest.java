package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.LaneClaims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.server.health.DependencyStatus;
import dev.stampede.server.health.Health;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the health that a server reports when the writer of a lane has died. */
final class ClaimSubsystemTest {

  /** An error that cannot even be logged: nothing of what a lane does about errors survives it. */
  private static final class Fatal extends Error {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw this;
    }

    @Override
    public synchronized Throwable getCause() {
      throw this;
    }
  }

  private static final class Decides implements Committer<Claim, ClaimOutcome> {

    @Override
    public Commit<ClaimOutcome> commit(List<Claim> group) {
      return new Commit.Done<>(
          group.stream()
              .<Decision<ClaimOutcome>>map(_ -> new Decision.Decided<>(new ClaimOutcome.Released()))
              .toList());
    }

    @Override
    public Commit<ClaimOutcome> commitAlone(Claim claim) {
      return commit(List.of(claim));
    }
  }

  @Test
  void aLaneWhoseWriterHasDiedLetsGoOfItsClaimsAndMakesTheServerUnready() {
    LaneListener fatal =
        new LaneListener() {
          @Override
          public void committed(int size, Duration wait, Duration took) {
            throw new Fatal();
          }
        };
    try (LaneClaims claims =
        new LaneClaims(
            List.of(new Decides()), LaneSettings.DEFAULT, lane -> fatal, Duration.ofSeconds(10))) {
      Health health = new Health(List.of(ClaimSubsystem.part(claims::failure)));
      assertThat(lanes(health)).isEqualTo(new DependencyStatus("claim-lanes", "up", true));

      assertThat(claims.claim(release())).isEqualTo(new ClaimOutcome.OutcomeUnknown());
      assertThat(claims.claim(release()))
          .isInstanceOfSatisfying(
              ClaimOutcome.ReadOnly.class,
              refused -> assertThat(refused.why()).contains("lane claims-0 stopped because of"));

      DependencyStatus down =
          Eventually.within(Duration.ofSeconds(30))
              .until("it is seen", () -> lanes(health), part -> part.state().equals("down"));
      assertThat(down.required()).isTrue();
      assertThat(down.reason()).contains("Fatal", "restart this server");
    }
  }

  private static Claim release() {
    return new Claim.Release(
        new ShowId(1), new Buyer("ann"), Optional.empty(), new HoldId(UUID.randomUUID()));
  }

  private static DependencyStatus lanes(Health health) {
    return health.services().getFirst();
  }
}
