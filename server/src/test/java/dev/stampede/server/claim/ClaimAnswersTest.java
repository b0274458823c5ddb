package dev.stampede.server.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Tests answers that cannot be brought about at will over HTTP, or only with a database that is
 * away.
 */
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

  private static final Claim CLAIM =
      new Claim.Hold(
          HOLD.show(), HOLD.buyer(), Optional.empty(), HOLD.id(), new Wanted.Seats(HOLD.seats()));

  private final ClaimAnswers answers =
      new ClaimAnswers(new Replies(_ -> MAP, InstantSource.fixed(NOW), Freshness.CERTAIN));

  private Problem problem(ClaimOutcome outcome) {
    return (Problem) answers.of(CLAIM, outcome);
  }

  @Test
  void aHoldIsShownByItsLabels() {
    JsonAnswer held = (JsonAnswer) answers.of(CLAIM, new ClaimOutcome.Held(HOLD));

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
    JsonAnswer replayed =
        (JsonAnswer) answers.of(CLAIM, new ClaimOutcome.Replayed(new ClaimOutcome.Held(HOLD)));

    assertThat(replayed.status()).isEqualTo(201);
    assertThat(replayed.headers()).containsEntry("Idempotency-Replayed", "true");
    assertThat(replayed.json())
        .isEqualTo(((JsonAnswer) answers.of(CLAIM, new ClaimOutcome.Held(HOLD))).json());
  }

  @Test
  void anUndecidedClaimGets503WithRetryAfterAndNoInternalDetail() {
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
  void aRepeatOfARequestThatStillRunsGets409AndHearsWhenToComeBack() {
    Problem problem = problem(new ClaimOutcome.InFlight());

    assertThat(problem.type()).isEqualTo(ProblemType.IDEMPOTENCY_IN_FLIGHT);
    assertThat(problem.type().status()).isEqualTo(409);
    assertThat(problem.headers()).containsKey("Retry-After");
    assertThat(problem.detail()).contains("repeat with the same key");
  }

  @Test
  void refusalsFoundOnlyByTheDatabaseAreClientErrors() {
    Problem many = problem(new ClaimOutcome.TooManySeats(8, 9));
    assertThat(many.type()).isEqualTo(ProblemType.INVALID_FIELD);
    assertThat(many.detail()).contains("9", "1..8");
    assertThat(problem(new ClaimOutcome.UnknownSeats(List.of(99))).fields())
        .containsEntry("unknown", List.of("99"));
    assertThat(problem(new ClaimOutcome.NoSuchShow()).type()).isEqualTo(ProblemType.NOT_FOUND);
    assertThat(problem(new ClaimOutcome.NoSuchHold()).type()).isEqualTo(ProblemType.NOT_FOUND);
  }

  @Test
  void aBookingPaidOutsideHasNoBalanceAndIsGivenBackByTheShop() {
    Booking paid =
        new Booking(
            BookingId.fresh(0),
            HOLD.show(),
            HOLD.buyer(),
            HOLD.id(),
            HOLD.seats(),
            HOLD.total(),
            new Payment.Outside("till", "r"),
            NOW,
            Optional.of(NOW.plusSeconds(1)),
            OptionalLong.empty());
    JsonAnswer shown = (JsonAnswer) answers.of(CLAIM, new ClaimOutcome.Cancelled(paid));

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.headers()).isEmpty();
    assertThat(shown.json())
        .isEqualTo(
            new BookingReply(
                paid.id().toString(),
                "7",
                List.of("A-1-1", "A-2-2", "B-1"),
                25,
                null,
                new BookingReply.PaymentReply("till", "r"),
                NOW,
                "cancelled",
                NOW.plusSeconds(1),
                "due-by-shop",
                NOW));
  }

  @Test
  void anUnknownOutcomeNamesTheListToCheck() {
    Operation key = Operation.of(HOLD.buyer(), "route", "key", new byte[0]);
    TransferId transfer = TransferId.fresh(0);
    Map<Claim, String> places =
        Map.of(
            CLAIM,
            "GET /api/v1/holds",
            new Claim.Cancel(
                HOLD.show(),
                HOLD.buyer(),
                Optional.empty(),
                BookingId.fresh(0),
                transfer,
                HOLD.buyer()),
            "GET /api/v1/bookings",
            new Claim.TopUp(HOLD.buyer(), key, transfer, 1, HOLD.buyer()),
            "GET /api/v1/wallet/entries");
    places.forEach(
        (claim, place) ->
            assertThat(((Problem) answers.of(claim, new ClaimOutcome.OutcomeUnknown())).detail())
                .endsWith(place));
  }

  @Test
  void aWalletThatARefundHasOverfilledTakesNoMore() {
    TransferId transfer = TransferId.fresh(1);
    Operation key = Operation.of(HOLD.buyer(), "POST /wallet/top-ups", "k", new byte[0]);
    Claim topUp = new Claim.TopUp(HOLD.buyer(), key, transfer, 1, HOLD.buyer());
    assertThat(((Problem) answers.of(topUp, new ClaimOutcome.WalletFull(100, 120, 1))).detail())
        .isEqualTo("amount is 1; the wallet has 120 and its limit is 100, so it is full");
    assertThat(problem(new ClaimOutcome.TopUpTooLarge(100, 101)).detail())
        .isEqualTo("amount is 101; give a whole number, 1..100");
  }

  @Test
  void aRefundThatAWalletCannotTakeSaysHowMuchToSpendFirst() {
    Problem refused = problem(new ClaimOutcome.WalletFull(100, 70, 50));

    assertThat(refused.type()).isEqualTo(ProblemType.WALLET_FULL);
    assertThat(refused.detail())
        .isEqualTo(
            "the wallet has 70 points and cannot take a refund of 50: the limit is 100; spend 20, then cancel");
  }
}
