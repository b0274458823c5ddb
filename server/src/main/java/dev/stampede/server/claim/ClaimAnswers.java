package dev.stampede.server.claim;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.show.ShowRoutes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one place that says in HTTP what became of a claim. */
public final class ClaimAnswers {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(5);

  private static final Problem NOT_AVAILABLE =
      Problem.of(
          ProblemType.NOT_AVAILABLE,
          "not enough matching seats are free; ask for fewer or relax the filters");

  private static final Problem SALE_PAUSED =
      Problem.of(
          ProblemType.SALE_PAUSED,
          "the sale is paused; you keep your live holds and can pay for them");

  private static final Problem SALE_CLOSED =
      Problem.of(ProblemType.SALE_CLOSED, "the sale is closed; no more seats are given out");

  private static final Problem MISMATCH =
      Problem.of(
          ProblemType.IDEMPOTENCY_MISMATCH,
          "this Idempotency-Key was used with another body; use a new key for a new request");

  private static final Problem NOT_DECIDED_IN_TIME =
      Problem.of(
          ProblemType.OVERLOADED,
          "the request was not decided within %d hours; nothing was booked, send it again"
              .formatted(BookingRequest.DECIDED_WITHIN.toHours()));

  private static final Problem BROKEN =
      Problem.of(
          ProblemType.INTERNAL_ERROR,
          "the server failed to decide the request; nothing was booked, no points were taken");

  private static final Problem OVERLOADED =
      Problem.of(
              ProblemType.OVERLOADED,
              "the server could not decide the claim in time; nothing was changed, try again after Retry-After")
          .retryAfter(SOON);

  private static final Problem IN_FLIGHT =
      Problem.of(
              ProblemType.IDEMPOTENCY_IN_FLIGHT,
              "the first request with this Idempotency-Key was still running after the time limit;"
                  + " repeat with the same key after Retry-After to get its answer")
          .retryAfter(SOON);

  private static final Problem READ_ONLY =
      Problem.of(
              ProblemType.READ_ONLY,
              "the server cannot move seats or points at the moment; nothing was changed, try again after Retry-After")
          .retryAfter(LATER);

  private static final String HOLDS = "GET /api/v1/holds";
  private static final String BOOKINGS = "GET /api/v1/bookings";

  private final Replies replies;

  ClaimAnswers(Replies replies) {
    this.replies = replies;
  }

  Answer of(Claim claim, ClaimOutcome outcome) {
    return of(Context.of(claim), outcome);
  }

  /** The answer to a claim that is no longer at hand, but was to book seats of this show. */
  Answer ofBooking(ShowId show, ClaimOutcome outcome) {
    return of(Context.ofBooking(show), outcome);
  }

  /**
   * The parts of a claim that its answer mentions.
   *
   * @param givesBack whether the claim was to give a hold back
   * @param paysOutside whether a shop has captured money for it
   * @param whereToLook the request to make when nobody knows whether the claim was done
   */
  private record Context(
      Optional<ShowId> show, boolean givesBack, boolean paysOutside, String whereToLook) {

    static Context of(Claim claim) {
      return switch (claim) {
        case Claim.Hold hold -> new Context(Optional.of(hold.show()), false, false, HOLDS);
        case Claim.Release release -> new Context(Optional.of(release.show()), true, false, HOLDS);
        case Claim.Book book ->
            new Context(
                Optional.of(book.show()),
                false,
                book.payment() instanceof Payment.Outside,
                BOOKINGS);
        case Claim.Buy buy -> ofBooking(buy.show());
        case Claim.Cancel cancel -> ofBooking(cancel.show());
        case Claim.Requested requested -> ofBooking(requested.show());
        case Claim.TopUp _ ->
            new Context(Optional.empty(), false, false, "GET /api/v1/wallet/entries");
      };
    }

    static Context ofBooking(ShowId show) {
      return new Context(Optional.of(show), false, false, BOOKINGS);
    }

    /** The show that it was in; a top-up, which is in none, is never told of one. */
    ShowId itsShow() {
      return show.orElseThrow(() -> new IllegalStateException("a top-up was told of a show"));
    }
  }

  private Answer of(Context claim, ClaimOutcome outcome) {
    return switch (outcome) {
      case ClaimOutcome.Success success -> success(success, Map.of());
      case ClaimOutcome.Replayed again ->
          success(again.answer(), Map.of("Idempotency-Replayed", "true"));
      case ClaimOutcome.AlreadyHeld mine -> hold(200, mine.hold(), Map.of());
      case ClaimOutcome.AlreadyBooked paid -> alreadyBooked(claim, paid.booking());
      case ClaimOutcome.Released _ -> JsonAnswer.noContent();
      case ClaimOutcome.SeatsTaken taken -> taken(replies.labels(claim.itsShow(), taken.seats()));
      case ClaimOutcome.NotAvailable _ -> NOT_AVAILABLE;
      case ClaimOutcome.SaleNotOpen closed -> saleNotOpen(closed);
      case ClaimOutcome.SalePaused _ -> SALE_PAUSED;
      case ClaimOutcome.SaleClosed _ -> SALE_CLOSED;
      case ClaimOutcome.PassRequired _ -> passRequired(claim.itsShow());
      case ClaimOutcome.PassInvalid invalid -> passInvalid(claim.itsShow(), invalid.flaw());
      case ClaimOutcome.BuyerLimit limit -> buyerLimit(limit);
      case ClaimOutcome.TooManySeats many -> tooManySeats(many);
      case ClaimOutcome.TotalTooLarge large -> totalTooLarge(large);
      case ClaimOutcome.NoSuchShow _ -> ShowRoutes.noSuchShow();
      case ClaimOutcome.UnknownSeats unknown -> unknownSeats(unknown);
      case ClaimOutcome.NoSuchHold _ -> noSuchHold();
      case ClaimOutcome.HoldExpired _ -> holdExpired(claim);
      case ClaimOutcome.InsufficientPoints lacking -> insufficientPoints(lacking);
      case ClaimOutcome.ReferenceUsed used -> referenceUsed(used.payment());
      case ClaimOutcome.NoSuchBooking _ -> noSuchBooking();
      case ClaimOutcome.TooLateToCancel late -> tooLateToCancel(late);
      case ClaimOutcome.TopUpTooLarge large -> topUpTooLarge(large);
      case ClaimOutcome.WalletFull full ->
          claim.show().isPresent() ? noRoomForRefund(full) : walletFull(full);
      case ClaimOutcome.OperationMismatch _ -> MISMATCH;
      case ClaimOutcome.AlreadyDecided _ ->
          throw new IllegalStateException("only the request worker gets AlreadyDecided");
      case ClaimOutcome.NotDecidedInTime _ -> NOT_DECIDED_IN_TIME;
      case ClaimOutcome.Broken _ -> BROKEN;
      case ClaimOutcome.Overloaded _ -> OVERLOADED;
      case ClaimOutcome.InFlight _ -> IN_FLIGHT;
      case ClaimOutcome.ReadOnly _ -> READ_ONLY;
      case ClaimOutcome.OutcomeUnknown _ -> outcomeUnknown(claim);
    };
  }

  private Answer alreadyBooked(Context claim, Booking booking) {
    return claim.givesBack() ? holdPaid(booking.id()) : booking(200, booking, Map.of());
  }

  private static Problem saleNotOpen(ClaimOutcome.SaleNotOpen closed) {
    return Problem.of(ProblemType.SALE_NOT_OPEN, "the sale opens at " + closed.opensAt())
        .with("opensAt", closed.opensAt());
  }

  private static Problem passRequired(ShowId show) {
    return Problem.of(
        ProblemType.PASS_REQUIRED,
        "this show has a waiting room and the header %s is missing; %s"
            .formatted(PassHeader.NAME, howToGetAPass(show)));
  }

  private static Problem passInvalid(ShowId show, ShownPass.Flaw flaw) {
    return Problem.of(
        ProblemType.PASS_INVALID,
        "the %s %s; %s".formatted(PassHeader.NAME, whatIsWrong(flaw), howToGetAPass(show)));
  }

  private static Problem buyerLimit(ClaimOutcome.BuyerLimit limit) {
    return Problem.of(
        ProblemType.BUYER_LIMIT,
        "a buyer may have %d seats of this show; you have %d and asked for %d more"
            .formatted(limit.limit(), limit.has(), limit.wants()));
  }

  private static Problem tooManySeats(ClaimOutcome.TooManySeats many) {
    return Problem.invalidField(
        "seats",
        "you asked for %d seats; a hold in this show may have 1..%d"
            .formatted(many.wants(), many.limit()));
  }

  private static Problem totalTooLarge(ClaimOutcome.TotalTooLarge large) {
    return Problem.invalidField(
        "seats",
        "the seats cost %d points together and the limit is %d; claim fewer at once"
            .formatted(large.total(), large.limit()));
  }

  private static Problem unknownSeats(ClaimOutcome.UnknownSeats unknown) {
    return Problem.of(ProblemType.UNKNOWN_SEAT, "these seats do not exist in this show")
        .with("unknown", unknown.seats().stream().map(String::valueOf).toList());
  }

  private static Problem holdExpired(Context claim) {
    return Problem.of(
        ProblemType.HOLD_EXPIRED,
        "the hold has ended and its seats are no longer available; "
            + (claim.paysOutside()
                ? "pay the money back: GET /api/v1/refunds lists the refund"
                : "no points were taken, claim seats again"));
  }

  private static Problem insufficientPoints(ClaimOutcome.InsufficientPoints lacking) {
    return Problem.of(
            ProblemType.INSUFFICIENT_POINTS,
            "the seats cost %d points and the wallet has %d; nothing was taken, top up %d and try again"
                .formatted(
                    lacking.required(), lacking.balance(), lacking.required() - lacking.balance()))
        .with("balance", lacking.balance())
        .with("required", lacking.required());
  }

  private static Problem referenceUsed(Payment.Outside payment) {
    return Problem.of(
        ProblemType.REFERENCE_USED,
        "%s's payment %s already paid another booking, or was refused and is listed by GET"
                .formatted(payment.provider(), payment.reference())
            + " /api/v1/refunds; nothing was booked, send the reference of a new payment");
  }

  private static Problem tooLateToCancel(ClaimOutcome.TooLateToCancel late) {
    return Problem.of(
            ProblemType.TOO_LATE_TO_CANCEL,
            "the show began at %s; a booking can be cancelled only before that"
                .formatted(late.startsAt()))
        .with("startsAt", late.startsAt());
  }

  private static Problem topUpTooLarge(ClaimOutcome.TopUpTooLarge large) {
    return Problem.invalidField(
        "amount",
        "amount is %d; give a whole number, 1..%d".formatted(large.amount(), large.limit()));
  }

  private static Problem outcomeUnknown(Context claim) {
    return Problem.of(
            ProblemType.OUTCOME_UNKNOWN,
            "the server does not know whether the request took effect; repeat it with the"
                + " same Idempotency-Key to find out, or check "
                + claim.whereToLook())
        .retryAfter(SOON);
  }

  private static String whatIsWrong(ShownPass.Flaw flaw) {
    return switch (flaw) {
      case FORGED -> "was not issued by this service";
      case ANOTHER_BUYERS -> "was given to another buyer";
      case ANOTHER_SHOWS -> "is for another show";
      case EXPIRED -> "has expired";
      case SPENT -> "is spent by your booking, or you gave it up by leaving";
    };
  }

  private static String howToGetAPass(ShowId show) {
    return "join the line with POST /api/v1/shows/%s/queue and send the pass from its answer"
        .formatted(show);
  }

  /** Answers that the hold does not exist; another buyer's hold gets the same answer. */
  public static Problem noSuchHold() {
    return Problem.of(
        ProblemType.NOT_FOUND, "you have no such hold; GET /api/v1/holds lists your live ones");
  }

  /** Answers that the booking does not exist; another buyer's booking gets the same answer. */
  public static Problem noSuchBooking() {
    return Problem.of(
        ProblemType.NOT_FOUND, "you have no such booking; GET /api/v1/bookings lists yours");
  }

  /** Answers a request for a hold that became a booking: it is over, but it did not expire. */
  public static Problem holdPaid(BookingId booking) {
    return Problem.of(
            ProblemType.HOLD_PAID,
            "the hold was paid and is now a booking; see GET %s%s, or cancel the booking"
                .formatted(BookingReply.PATH, booking))
        .with("bookingId", booking.toString());
  }

  private static Problem noRoomForRefund(ClaimOutcome.WalletFull full) {
    return Problem.of(
            ProblemType.WALLET_FULL,
            "the wallet has %d points and cannot take a refund of %d: the limit is %d; spend %d, then cancel"
                .formatted(
                    full.balance(),
                    full.amount(),
                    full.limit(),
                    full.amount() - (full.limit() - full.balance())))
        .with("balance", full.balance())
        .with("limit", full.limit());
  }

  private static Problem walletFull(ClaimOutcome.WalletFull full) {
    long room = full.limit() - full.balance();
    return Problem.invalidField(
        "amount",
        "amount is %d; the wallet has %d and its limit is %d, %s"
            .formatted(
                full.amount(),
                full.balance(),
                full.limit(),
                room > 0 ? "give at most " + room : "so it is full"));
  }

  private JsonAnswer success(ClaimOutcome.Success success, Map<String, String> headers) {
    return switch (success) {
      case ClaimOutcome.Held held -> hold(201, held.hold(), headers);
      case ClaimOutcome.Booked booked -> booking(201, booked.booking(), headers);
      case ClaimOutcome.Cancelled cancelled ->
          new JsonAnswer(200, replies.of(cancelled.booking()), headers);
      case ClaimOutcome.ToppedUp toppedUp ->
          new JsonAnswer(
              201, new TopUpReply(toppedUp.transfer().toString(), toppedUp.balance()), headers);
    };
  }

  /** Points that were put into a wallet, and what it then had. */
  record TopUpReply(String transferId, long balance) {}

  private JsonAnswer booking(int status, Booking booking, Map<String, String> headers) {
    BookingReply reply = replies.of(booking);
    return located(status, reply, reply.path(), headers);
  }

  private JsonAnswer hold(int status, HeldSeats hold, Map<String, String> headers) {
    HoldReply reply = replies.of(hold);
    return located(status, reply, reply.path(), headers);
  }

  private static JsonAnswer located(
      int status, Object json, String location, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Location", location);
    return new JsonAnswer(status, json, all);
  }

  /** The answer most of a crowd gets: built at once, without copies. */
  private static Problem taken(List<String> labels) {
    return Problem.of(
        ProblemType.SEAT_TAKEN,
        labels.size() == 1
            ? labels.getFirst() + " is taken; choose others"
            : String.join(", ", labels) + " are taken; choose others",
        Map.of("taken", labels));
  }
}
