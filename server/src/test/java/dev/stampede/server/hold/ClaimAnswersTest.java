package dev.stampede.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Reply;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What cannot be brought about at will over HTTP, or only with a database that is away. */
final class ClaimAnswersTest {

  private static final Instant NOW = Instant.parse("2030-01-31T19:30:00Z");
  private static final SeatMap MAP =
      new SeatMap(List.of(new Section.Mapped("A", 10, 2, 2), new Section.Open("B", 5, 3)));
  private static final HeldSeats HOLD =
      new HeldSeats(
          HoldId.fresh(0),
          new ShowId(7),
          new Buyer("alice"),
          List.of(0, 3, 4),
          25,
          NOW.plusSeconds(300));

  private final ClaimAnswers answers = new ClaimAnswers(InstantSource.fixed(NOW));

  private Problem problem(ClaimOutcome outcome) {
    return (Problem) answers.of(outcome, MAP);
  }

  @Test
  void aHoldIsShownByItsLabels() {
    Reply held = (Reply) answers.of(new ClaimOutcome.Held(HOLD), MAP);

    assertThat(held.status()).isEqualTo(201);
    assertThat(held.headers()).isEqualTo(Map.of("Location", "/api/v1/holds/" + HOLD.id()));
    assertThat(held.json())
        .isEqualTo(
            new HoldReply(
                HOLD.id().toString(),
                "7",
                List.of("A-1-1", "A-2-2", "B-1"),
                25,
                NOW.plusSeconds(300),
                NOW));
  }

  @Test
  void aReplayIsTheFirstAnswerAndSaysSo() {
    Reply replayed = (Reply) answers.of(new ClaimOutcome.Replayed(HOLD), MAP);

    assertThat(replayed.status()).isEqualTo(201);
    assertThat(replayed.headers()).containsEntry("Idempotency-Replayed", "true");
    assertThat(replayed.json())
        .isEqualTo(((Reply) answers.of(new ClaimOutcome.Held(HOLD), MAP)).json());
  }

  @Test
  void whatIsNotDecidedAsksToComeBack() {
    Map<ClaimOutcome, ProblemType> undecided =
        Map.of(
            new ClaimOutcome.Overloaded("secret"), ProblemType.OVERLOADED,
            new ClaimOutcome.ReadOnly("secret"), ProblemType.READ_ONLY,
            new ClaimOutcome.OutcomeUnknown(), ProblemType.OUTCOME_UNKNOWN);
    undecided.forEach(
        (outcome, type) -> {
          Problem problem = problem(outcome);
          assertThat(problem.type()).isEqualTo(type);
          assertThat(problem.type().status()).isEqualTo(503);
          assertThat(problem.headers()).containsKey("Retry-After");
          assertThat(problem.detail()).doesNotContain("secret");
        });
    assertThat(problem(new ClaimOutcome.OutcomeUnknown()).detail())
        .contains("same Idempotency-Key");
  }

  @Test
  void whatTheDatabaseRefusesThoughWeDidNotIsStillTheClientsToMend() {
    Problem many = problem(new ClaimOutcome.TooManySeats(8, 9));
    assertThat(many.type()).isEqualTo(ProblemType.INVALID_FIELD);
    assertThat(many.detail()).contains("9", "1..8");
    assertThat(problem(new ClaimOutcome.UnknownSeats(List.of(99))).fields())
        .containsEntry("unknown", List.of("99"));
    assertThat(problem(new ClaimOutcome.NoSuchShow()).type()).isEqualTo(ProblemType.NOT_FOUND);
    assertThat(problem(new ClaimOutcome.NoSuchHold()).type()).isEqualTo(ProblemType.NOT_FOUND);
  }
}
