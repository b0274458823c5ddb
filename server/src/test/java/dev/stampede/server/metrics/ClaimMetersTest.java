package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.layer.ClaimPassage;
import dev.stampede.engine.claim.layer.ClaimPassage.Gate;
import dev.stampede.engine.show.ShowId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClaimMetersTest {

  @Test
  void claimsAreCountedByWhatTheyAskedForAndWhatBecameOfThem() {
    Buyer alice = new Buyer("alice");
    TransferId transfer = TransferId.fresh(0);
    Claim topUp =
        new Claim.TopUp(alice, Operation.of(alice, "r", "k", new byte[0]), transfer, 5, alice);
    Claim release = new Claim.Release(new ShowId(1), alice, Optional.empty(), HoldId.fresh(0));
    try (Metrics metrics = new Metrics()) {
      ClaimMeters meters = new ClaimMeters(metrics.registry());
      for (int i = 0; i < 3; i++) {
        meters.decided(topUp, passage(Gate.NOT_ASKED, new ClaimOutcome.ToppedUp(transfer, 5)));
      }
      meters.decided(release, passage(Gate.NOT_ASKED, new ClaimOutcome.NoSuchHold()));

      assertThat(metrics.text())
          .contains(
              "stampede_claims_total{claim=\"top-up\",outcome=\"topped-up\"} 3",
              "stampede_claims_total{claim=\"release\",outcome=\"no-such-hold\"} 1");
    }
  }

  @Test
  void theGatesAnswersAreCountedOnceByLayerAndOnceByFault() {
    Claim claim =
        new Claim.Release(new ShowId(1), new Buyer("alice"), Optional.empty(), HoldId.fresh(0));
    try (Metrics metrics = new Metrics()) {
      ClaimMeters meters = new ClaimMeters(metrics.registry());
      for (Gate answer : Gate.values()) {
        meters.decided(claim, passage(answer, new ClaimOutcome.NotAvailable()));
      }

      assertThat(meters.locks()).isEqualTo(new ClaimMeters.SeatLocks(1, 2, 2));
      assertThat(metrics.text())
          .contains(
              "stampede_claim_layer_total{layer=\"redis\",verdict=\"doubted\"} 1",
              "stampede_claim_layer_total{layer=\"redis\",verdict=\"shed\"} 1",
              "stampede_claim_layer_total{layer=\"memory\",verdict=\"refused\"} 0",
              "stampede_seat_lock_seconds_count 5");
    }
  }

  private static ClaimPassage passage(Gate answer, ClaimOutcome outcome) {
    return new ClaimPassage(ClaimPassage.Layer.DATABASE, answer, 1_000, outcome);
  }
}
