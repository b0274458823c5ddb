package dev.stampede.engine.claim;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Says of each refused claim, in one line, why: which layer, which rule, and what was known. Off
 * until somebody wants to know, and then a line for every refusal of a crowd: switch it off again.
 *
 * <p>Nothing secret is in it: a claim carries neither tokens nor passes nor keys as they were sent.
 */
public final class RefusalLog {

  /** The layer that refused. */
  public enum Layer {
    /** The pass was looked at before anything else. */
    PASS("the check of the pass"),
    /** The knowledge of this process. */
    MEMORY("layer 0 (memory)"),
    /** The keys in Redis. */
    GATE("layer 1 (Redis)"),
    /** The lane, or the database under row locks. */
    DATABASE("layer 2 (lane and database)");

    private final String inWords;

    Layer(String inWords) {
      this.inWords = inWords;
    }
  }

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final KnownSeats known;
  private final Consumer<String> out;
  private volatile boolean on;

  /**
   * Notes that go nowhere until they are switched on.
   *
   * @param known says what this process knew
   * @param out takes a line
   */
  public RefusalLog(KnownSeats known, Consumer<String> out) {
    this.known = known;
    this.out = out;
  }

  /** Notes for a caller that has no use for them. */
  static RefusalLog none() {
    return new RefusalLog(KnownSeats.NOTHING, line -> {});
  }

  public void set(boolean wanted) {
    on = wanted;
  }

  public boolean isOn() {
    return on;
  }

  /** Says why, if the claim was refused and somebody wants to know; answers the outcome. */
  ClaimOutcome told(Layer layer, Claim claim, ClaimOutcome outcome) {
    if (on && isRefusal(outcome)) {
      // A buyer's name may have line feeds in it, and must not make lines of its own.
      out.accept(CONTROL.matcher(line(layer, claim, outcome)).replaceAll("?"));
    }
    return outcome;
  }

  private String line(Layer layer, Claim claim, ClaimOutcome outcome) {
    return "%s (%s) was refused by %s: %s%s"
        .formatted(
            claim.described(),
            claim.getClass().getSimpleName(),
            layer.inWords,
            outcome,
            claim instanceof Claim.Taking taking
                    && taking.wanted() instanceof Wanted.Seats(var seats)
                ? "; it wants seats %s; %s".formatted(seats, known.explained(taking.show(), seats))
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
          ClaimOutcome.Lapsed _,
          ClaimOutcome.Broken _,
          ClaimOutcome.Overloaded _,
          ClaimOutcome.ReadOnly _,
          ClaimOutcome.OutcomeUnknown _ ->
          true;
    };
  }

  /** Claims whose refusals are the database's. */
  public Claims explaining(Claims claims) {
    return claim -> told(Layer.DATABASE, claim, claims.claim(claim));
  }
}
