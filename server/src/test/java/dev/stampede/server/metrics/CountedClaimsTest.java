package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.show.ShowId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CountedClaimsTest {

  @Test
  void claimsAreCountedByWhatTheyAskedForAndWhatBecameOfThem() {
    Buyer alice = new Buyer("alice");
    TransferId transfer = TransferId.fresh(0);
    Claim topUp =
        new Claim.TopUp(alice, Operation.of(alice, "r", "k", new byte[0]), transfer, 5, alice);
    Claim release = new Claim.Release(new ShowId(1), alice, Optional.empty(), HoldId.fresh(0));
    try (Metrics metrics = new Metrics()) {
      CountedClaims counted =
          new CountedClaims(
              claim ->
                  claim.equals(topUp)
                      ? new ClaimOutcome.ToppedUp(transfer, 5)
                      : new ClaimOutcome.NoSuchHold(),
              metrics.registry());
      for (int i = 0; i < 3; i++) {
        assertThat(counted.claim(topUp)).isInstanceOf(ClaimOutcome.ToppedUp.class);
      }
      assertThat(counted.claim(release)).isInstanceOf(ClaimOutcome.NoSuchHold.class);

      assertThat(metrics.text())
          .contains(
              "stampede_claims_total{claim=\"top-up\",outcome=\"topped-up\"} 3",
              "stampede_claims_total{claim=\"release\",outcome=\"no-such-hold\"} 1");
    }
  }
}
