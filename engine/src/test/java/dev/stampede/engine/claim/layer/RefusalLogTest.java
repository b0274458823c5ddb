package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.InsufficientPoints;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reason of each refusal, for people who ask for it. */
final class RefusalLogTest extends LayeredClaimsFixture {

  @Test
  void eachRefusalIsExplainedInOneLineOnceSomebodyWantsToKnow() {
    List<String> lines = new ArrayList<>();
    RefusalLog notes = new RefusalLog(() -> board, lines::add);
    LayeredClaims explained = new LayeredClaims(board, gate, core, repeats, () -> true, notes);
    board.owners.put(3, BEN);
    var _ = explained.claim(seats(ANN, KEYLESS, 3));
    assertThat(lines).as("off until it is switched on").isEmpty();

    notes.set(true);
    var _ = explained.claim(seats(new Buyer("ann\nmallory"), KEYLESS, 3));
    gate.give(4, BEN);
    var _ = explained.claim(seats(ANN, KEYLESS, 4));
    core.answer = new InsufficientPoints(5, 100);
    var _ = explained.claim(seats(ANN, KEYED, 5));
    core.answer = new Held(someHold());
    var _ = explained.claim(seats(ANN, KEYLESS, 6));

    assertThat(lines)
        .containsExactly(
            "a claim of ann?mallory in show 1 (Hold) was refused by layer 0 (memory): SeatsTaken[seats=[3]]; it wants seats [3]; this process knows nothing of them",
            "a claim of ann in show 1 (Hold) was refused by layer 1 (Redis): SeatsTaken[seats=[4]]; it wants seats [4]; this process knows nothing of them",
            "a claim of ann in show 1 (Hold) was refused by layer 2 (lane and database): InsufficientPoints[balance=5, required=100]; it wants seats [5]; this process knows nothing of them");
    assertThat(lines).as("no key as it was sent").noneMatch(line -> line.contains("body"));
    notes.set(false);
    var _ = explained.claim(seats(ANN, KEYLESS, 3));
    assertThat(lines).hasSize(3);
  }
}
