package dev.stampede.postgres.column;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ShownPass;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The stored form of a request's outcome: the name of its kind, its numbers, and the booking that
 * it made or found. Names and the order of numbers must not change: there are rows.
 */
public record OutcomeForm(String kind, List<Long> numbers, Optional<UUID> booking) {

  public static final String BOOKED = "booked";
  public static final String ALREADY_BOOKED = "already-booked";

  public OutcomeForm {
    numbers = List.copyOf(numbers);
  }

  private static OutcomeForm refused(String kind, Long... numbers) {
    return new OutcomeForm(kind, List.of(numbers), Optional.empty());
  }

  private static OutcomeForm refused(String kind, List<Integer> seats) {
    return new OutcomeForm(kind, seats.stream().map(Integer::longValue).toList(), Optional.empty());
  }

  public static OutcomeForm of(ClaimOutcome outcome) {
    return switch (outcome) {
      case ClaimOutcome.Booked booked ->
          new OutcomeForm(BOOKED, List.of(), Optional.of(booked.booking().id().value()));
      case ClaimOutcome.Replayed again -> of(again.answer());
      case ClaimOutcome.AlreadyBooked mine ->
          new OutcomeForm(ALREADY_BOOKED, List.of(), Optional.of(mine.booking().id().value()));
      case ClaimOutcome.SeatsTaken taken -> refused("seats-taken", taken.seats());
      case ClaimOutcome.UnknownSeats unknown -> refused("unknown-seats", unknown.seats());
      case ClaimOutcome.NotAvailable _ -> refused("not-available");
      case ClaimOutcome.SaleNotOpen closed -> refused("sale-not-open", Micros.of(closed.opensAt()));
      case ClaimOutcome.SalePaused _ -> refused("sale-paused");
      case ClaimOutcome.SaleClosed _ -> refused("sale-closed");
      case ClaimOutcome.PassRequired _ -> refused("pass-required");
      case ClaimOutcome.PassInvalid invalid ->
          refused("pass-invalid", (long) number(invalid.flaw()));
      case ClaimOutcome.BuyerLimit limit ->
          refused("buyer-limit", (long) limit.limit(), (long) limit.has(), (long) limit.wants());
      case ClaimOutcome.TooManySeats many ->
          refused("too-many-seats", (long) many.limit(), (long) many.wants());
      case ClaimOutcome.TotalTooLarge large ->
          refused("total-too-large", large.limit(), large.total());
      case ClaimOutcome.NoSuchShow _ -> refused("no-such-show");
      case ClaimOutcome.NoSuchHold _ -> refused("no-such-hold");
      case ClaimOutcome.HoldExpired _ -> refused("hold-expired");
      case ClaimOutcome.InsufficientPoints lacking ->
          refused("insufficient-points", lacking.balance(), lacking.required());
      case ClaimOutcome.OperationMismatch _ -> refused("operation-mismatch");
      case ClaimOutcome.NotDecidedInTime _ -> refused("lapsed");
      case ClaimOutcome.Broken _ -> refused("broken");
      case ClaimOutcome.Overloaded _ -> refused("overloaded");
      case ClaimOutcome.Held _,
          ClaimOutcome.AlreadyHeld _,
          ClaimOutcome.Released _,
          ClaimOutcome.Cancelled _,
          ClaimOutcome.ToppedUp _,
          ClaimOutcome.NoSuchBooking _,
          ClaimOutcome.TooLateToCancel _,
          ClaimOutcome.TopUpTooLarge _,
          ClaimOutcome.WalletFull _,
          ClaimOutcome.ReferenceUsed _,
          ClaimOutcome.AlreadyDecided _,
          ClaimOutcome.InFlight _,
          ClaimOutcome.ReadOnly _,
          ClaimOutcome.OutcomeUnknown _ ->
          throw new IllegalArgumentException("a booking request does not end in " + outcome);
    };
  }

  /** An array of arrays of different lengths does not exist in SQL; as text it does. */
  public String numbersLiteral() {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  /** The refusal that this is the form of. */
  public ClaimOutcome refusal() {
    return switch (kind) {
      case "seats-taken" -> new ClaimOutcome.SeatsTaken(seats());
      case "unknown-seats" -> new ClaimOutcome.UnknownSeats(seats());
      case "not-available" -> new ClaimOutcome.NotAvailable();
      case "sale-not-open" -> new ClaimOutcome.SaleNotOpen(Micros.instant(numbers.getFirst()));
      case "sale-paused" -> new ClaimOutcome.SalePaused();
      case "sale-closed" -> new ClaimOutcome.SaleClosed();
      case "pass-required" -> new ClaimOutcome.PassRequired();
      case "pass-invalid" -> new ClaimOutcome.PassInvalid(flaw(numbers.getFirst()));
      case "buyer-limit" -> new ClaimOutcome.BuyerLimit(whole(0), whole(1), whole(2));
      case "too-many-seats" -> new ClaimOutcome.TooManySeats(whole(0), whole(1));
      case "total-too-large" -> new ClaimOutcome.TotalTooLarge(numbers.get(0), numbers.get(1));
      case "no-such-show" -> new ClaimOutcome.NoSuchShow();
      case "no-such-hold" -> new ClaimOutcome.NoSuchHold();
      case "hold-expired" -> new ClaimOutcome.HoldExpired();
      case "insufficient-points" ->
          new ClaimOutcome.InsufficientPoints(numbers.get(0), numbers.get(1));
      case "operation-mismatch" -> new ClaimOutcome.OperationMismatch();
      case "lapsed" -> new ClaimOutcome.NotDecidedInTime();
      case "broken" -> new ClaimOutcome.Broken();
      case "overloaded" -> new ClaimOutcome.Overloaded("a row stayed locked");
      case String other -> throw new IllegalStateException("'" + other + "' is no stored outcome");
    };
  }

  private List<Integer> seats() {
    return numbers.stream().map(Math::toIntExact).toList();
  }

  private int whole(int index) {
    return Math.toIntExact(numbers.get(index));
  }

  private static int number(ShownPass.Flaw flaw) {
    return switch (flaw) {
      case FORGED -> 1;
      case ANOTHER_BUYERS -> 2;
      case ANOTHER_SHOWS -> 3;
      case EXPIRED -> 4;
      case SPENT -> 5;
    };
  }

  private static ShownPass.Flaw flaw(long number) {
    for (ShownPass.Flaw flaw : ShownPass.Flaw.values()) {
      if (number(flaw) == number) {
        return flaw;
      }
    }
    throw new IllegalStateException(number + " is no flaw of a pass");
  }
}
