package dev.stampede.server.hold;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Reply;
import dev.stampede.server.show.ShowRoutes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The one place that says in HTTP what became of a claim. */
final class ClaimAnswers {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(5);

  private final InstantSource clock;

  ClaimAnswers(InstantSource clock) {
    this.clock = clock;
  }

  Answer of(ClaimOutcome outcome, SeatMap map) {
    return switch (outcome) {
      case ClaimOutcome.Held held ->
          hold(201, held.hold(), map, Map.of("Location", at(held.hold())));
      case ClaimOutcome.AlreadyHeld mine ->
          hold(200, mine.hold(), map, Map.of("Location", at(mine.hold())));
      case ClaimOutcome.Replayed again ->
          hold(
              201,
              again.hold(),
              map,
              Map.of("Location", at(again.hold()), "Idempotency-Replayed", "true"));
      case ClaimOutcome.SeatsTaken taken -> taken(HoldReply.labels(taken.seats(), map));
      case ClaimOutcome.NotAvailable _ ->
          Problem.of(
              ProblemType.NOT_AVAILABLE,
              "not so many seats of that kind are free; ask for fewer, or with less said");
      case ClaimOutcome.SaleNotOpen closed ->
          Problem.of(ProblemType.SALE_NOT_OPEN, "the sale opens at " + closed.opensAt())
              .with("opensAt", closed.opensAt());
      case ClaimOutcome.SalePaused _ ->
          Problem.of(ProblemType.SALE_PAUSED, "the sale is paused; what you hold stays yours");
      case ClaimOutcome.SaleClosed _ ->
          Problem.of(ProblemType.SALE_CLOSED, "the sale is closed; no more seats are given out");
      case ClaimOutcome.BuyerLimit limit ->
          Problem.of(
              ProblemType.BUYER_LIMIT,
              "a buyer may have %d seats of this show; you have %d and asked for %d more"
                  .formatted(limit.limit(), limit.has(), limit.wants()));
      case ClaimOutcome.TooManySeats many ->
          Problem.invalidField(
              "seats",
              "%d seats are asked for; a hold of this show has 1..%d"
                  .formatted(many.wants(), many.limit()));
      case ClaimOutcome.NoSuchShow _ -> ShowRoutes.noSuchShow();
      case ClaimOutcome.UnknownSeats unknown ->
          Problem.of(ProblemType.UNKNOWN_SEAT, "these are not seats of the show")
              .with("unknown", unknown.seats().stream().map(String::valueOf).toList());
      case ClaimOutcome.NoSuchHold _ -> noSuchHold();
      case ClaimOutcome.Released _ -> Reply.noContent();
      case ClaimOutcome.OperationMismatch _ ->
          Problem.of(
              ProblemType.IDEMPOTENCY_MISMATCH,
              "this Idempotency-Key was used with another body; take a new key for a new request");
      case ClaimOutcome.Overloaded _ ->
          Problem.of(
                  ProblemType.OVERLOADED,
                  "too many ask at once; nothing happened, try again after Retry-After")
              .retryAfter(SOON);
      case ClaimOutcome.ReadOnly _ ->
          Problem.of(
                  ProblemType.READ_ONLY,
                  "seats cannot be claimed for the moment; nothing happened, try again after"
                      + " Retry-After")
              .retryAfter(LATER);
      case ClaimOutcome.OutcomeUnknown _ ->
          Problem.of(
                  ProblemType.OUTCOME_UNKNOWN,
                  "whether it was done is not known; repeat it with the same Idempotency-Key to"
                      + " hear, or look at GET /api/v1/holds")
              .retryAfter(SOON);
    };
  }

  /** What is another's does not exist. */
  static Problem noSuchHold() {
    return Problem.of(
        ProblemType.NOT_FOUND, "you have no such hold; GET /api/v1/holds lists your live ones");
  }

  private Reply hold(int status, HeldSeats hold, SeatMap map, Map<String, String> headers) {
    return new Reply(status, HoldReply.of(hold, map, clock.instant()), headers);
  }

  /** The answer most of a crowd gets: built at once, without copies. */
  private static Problem taken(List<String> labels) {
    return new Problem(
        ProblemType.SEAT_TAKEN,
        String.join(", ", labels) + (labels.size() == 1 ? " is" : " are") + " taken; choose others",
        Map.of("taken", labels),
        Map.of());
  }

  private static String at(HeldSeats hold) {
    return HoldRoutes.HOLDS + "/" + hold.id();
  }
}
