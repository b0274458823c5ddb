package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.PassInvalid;
import dev.stampede.engine.claim.ClaimOutcome.PassRequired;
import dev.stampede.engine.claim.ClaimOutcome.Replayed;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.Wanted;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layers for buyers with and without a good pass. */
final class LayeredPassesTest extends LayeredClaimsFixture {

  @Test
  void withoutAGoodPassAndAKeyAClaimIsRefusedBeforeAnybodyIsAsked() {
    Wanted seat = new Wanted.Seats(List.of(3));
    ShownPass forged = new ShownPass.Unusable(ShownPass.Flaw.FORGED);

    for (Wanted wanted : List.of(seat, TWO)) {
      assertThat(claims.claim(shown(KEYLESS, wanted, new ShownPass.Missing())))
          .isEqualTo(new PassRequired());
      assertThat(claims.claim(shown(KEYLESS, wanted, forged)))
          .isEqualTo(new PassInvalid(ShownPass.Flaw.FORGED));
    }
    assertThat(gate.entered).isEmpty();
    assertThat(core.claims).isEmpty();
  }

  /**
   * Seen to fail: a claim let through to the gate would keep the seat from buyers who have a pass.
   */
  @Test
  void withoutAGoodPassAClaimReachesItsStoredAnswerAndTakesNoKey() {
    gate.give(3, BEN);
    core.answer = new Replayed(new Held(someHold()));
    Claim claim = shown(KEYED, new Wanted.Seats(List.of(2, 3)), new ShownPass.Missing());

    assertThat(claims.claim(claim)).isEqualTo(core.answer);
    assertThat(gate.entered).isEmpty();
    assertThat(gate.keys).containsOnlyKeys(3);
  }

  @Test
  void aGoodPassChangesNothingForTheLayers() {
    board.owners.put(3, BEN);
    ShownPass good = new ShownPass.Good(1, Instant.MAX);

    assertThat(claims.claim(shown(KEYLESS, new Wanted.Seats(List.of(3)), good)))
        .isEqualTo(new SeatsTaken(List.of(3)));
  }
}
