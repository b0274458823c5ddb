package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Wanted;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Says of each refused claim, in one line, why: which layer, which rule, and what was known. Off
 * until somebody wants to know, and then a line for every refusal of a crowd: switch it off again.
 *
 * <p>Nothing secret is in it: a claim carries neither tokens nor passes nor keys as they were sent.
 */
public final class RefusalLog implements ClaimObserver {

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final Supplier<? extends KnownSeats> known;
  private final Consumer<String> out;
  private volatile boolean on;

  /**
   * Notes that go nowhere until they are switched on.
   *
   * @param known says what this process knew
   * @param out takes a line
   */
  public RefusalLog(Supplier<? extends KnownSeats> known, Consumer<String> out) {
    this.known = known;
    this.out = out;
  }

  public void set(boolean wanted) {
    on = wanted;
  }

  public boolean isOn() {
    return on;
  }

  @Override
  public void decided(Claim claim, ClaimPassage passage) {
    if (on && isRefusal(passage.outcome())) {
      // A buyer's name may have line feeds in it, and must not make lines of its own.
      out.accept(CONTROL.matcher(line(claim, passage)).replaceAll("?"));
    }
  }

  private String line(Claim claim, ClaimPassage passage) {
    return "%s (%s) was refused by %s: %s%s"
        .formatted(
            claim.described(),
            claim.getClass().getSimpleName(),
            passage.layer().inWords(),
            passage.outcome(),
            claim instanceof Claim.Taking taking
                    && taking.wanted() instanceof Wanted.Seats(var seats)
                ? "; it wants seats %s; %s"
                    .formatted(seats, known.get().explained(taking.show(), seats))
                : "");
  }

  private static boolean isRefusal(ClaimOutcome outcome) {
    return switch (outcome) {
      case ClaimOutcome.Success _,
          ClaimOutcome.AlreadyHeld _,
          ClaimOutcome.AlreadyBooked _,
          ClaimOutcome.Replayed _,
          ClaimOutcome.AlreadyDecided _,
          ClaimOutcome.Released _ ->
          false;
      case ClaimOutcome.SeatsTaken _,
          ClaimOutcome.NotAvailable _,
          ClaimOutcome.SaleNotOpen _,
          ClaimOutcome.SalePaused _,
          ClaimOutcome.SaleClosed _,
          ClaimOutcome.PassRequired _,
          ClaimOutcome.PassInvalid _,
          ClaimOutcome.BuyerLimit _,
          ClaimOutcome.TooManySeats _,
          ClaimOutcome.TotalTooLarge _,
          ClaimOutcome.NoSuchShow _,
          ClaimOutcome.UnknownSeats _,
          ClaimOutcome.NoSuchHold _,
          ClaimOutcome.HoldExpired _,
          ClaimOutcome.InsufficientPoints _,
          ClaimOutcome.ReferenceUsed _,
          ClaimOutcome.NoSuchBooking _,
          ClaimOutcome.TooLateToCancel _,
          ClaimOutcome.TopUpTooLarge _,
          ClaimOutcome.WalletFull _,
          ClaimOutcome.OperationMismatch _,
          ClaimOutcome.NotDecidedInTime _,
          ClaimOutcome.Broken _,
          ClaimOutcome.Overloaded _,
          ClaimOutcome.InFlight _,
          ClaimOutcome.ReadOnly _,
          ClaimOutcome.OutcomeUnknown _ ->
          true;
    };
  }
}
