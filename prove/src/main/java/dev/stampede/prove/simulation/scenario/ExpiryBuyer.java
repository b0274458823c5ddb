package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A buyer who holds seats, pays in time or late, gives back, buys at once, cancels, and repeats.
 */
final class ExpiryBuyer {

  private static final String ANSWERED = "an answer comes after its commit";

  private final World world;
  private final ExpiryStore store;
  private final List<Claims> servers;
  private final Buyer buyer;
  private final List<HoldId> refused = new ArrayList<>();
  private int asked;

  ExpiryBuyer(World world, ExpiryStore store, List<Claims> servers, Buyer buyer) {
    this.world = world;
    this.store = store;
    this.servers = servers;
    this.buyer = buyer;
  }

  void live() {
    try {
      for (long n = world.dice().between(2, 5); n > 0; n--) {
        if (world.dice().chance(250)) {
          buy();
        } else {
          hold();
        }
        pause(300);
      }
      refused.forEach(
          id ->
              world.check(
                  !store.holds().containsKey(id),
                  "a refused claim has no effect",
                  "hold %s of %s exists",
                  id,
                  buyer));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a buyer", e);
    }
  }

  private void pause(long mostMillis) throws InterruptedException {
    Thread.sleep(world.dice().between(0, mostMillis));
  }

  private UUID id() {
    return new UUID(world.dice().next(), world.dice().next());
  }

  private Optional<Operation> operation() {
    return Optional.of(new Operation(buyer + "-" + asked++, "same"));
  }

  private Wanted seats() {
    Dice dice = world.dice();
    int first = dice.below(ExpiryStore.SEATS);
    return new Wanted.Seats(
        dice.chance(300) && first + 1 < ExpiryStore.SEATS
            ? List.of(first, first + 1)
            : List.of(first));
  }

  private void hold() throws InterruptedException {
    Optional<Operation> operation = operation();
    Wanted seats = seats();
    ClaimOutcome outcome =
        ask(() -> new Claim.Hold(ExpiryStore.SHOW, buyer, operation, new HoldId(id()), seats));
    if (held(outcome) instanceof HeldSeats hold) {
      pause(world.dice().below(3) == 0 ? 2_500 : 900);
      if (world.dice().chance(600)) {
        pay(hold);
      } else if (world.dice().chance(400)) {
        ask(() -> new Claim.Release(ExpiryStore.SHOW, buyer, Optional.empty(), hold.id()));
      }
    }
  }

  private static Object held(ClaimOutcome outcome) {
    return switch (outcome) {
      case ClaimOutcome.Held(HeldSeats hold) -> hold;
      case ClaimOutcome.AlreadyHeld(HeldSeats hold) -> hold;
      case ClaimOutcome.Replayed(ClaimOutcome.Held(HeldSeats hold)) -> hold;
      default -> "nothing";
    };
  }

  private void pay(HeldSeats hold) throws InterruptedException {
    Optional<Operation> operation = operation();
    settle(
        ask(
            () ->
                new Claim.Book(
                    ExpiryStore.SHOW,
                    buyer,
                    operation,
                    new BookingId(id()),
                    hold.id(),
                    new Payment.Points())));
  }

  private void buy() throws InterruptedException {
    Optional<Operation> operation = operation();
    Wanted seats = seats();
    settle(
        ask(
            () ->
                new Claim.Buy(
                    ExpiryStore.SHOW,
                    buyer,
                    operation,
                    new BookingId(id()),
                    new HoldId(id()),
                    seats)));
  }

  private void settle(ClaimOutcome outcome) throws InterruptedException {
    if (outcome instanceof ClaimOutcome.Booked(Booking booking) && world.dice().chance(400)) {
      pause(500);
      Optional<Operation> operation = operation();
      ask(
          () ->
              new Claim.Cancel(
                  ExpiryStore.SHOW, buyer, operation, booking.id(), new TransferId(id()), buyer));
    }
  }

  /** Asks one of the servers, and again where nobody can tell, or now and then although one can. */
  private ClaimOutcome ask(Supplier<Claim> asking) throws InterruptedException {
    ClaimOutcome outcome;
    do {
      Claim claim = asking.get();
      outcome = world.dice().pick(servers).claim(claim);
      world.note("%s hears %s of %s", buyer, outcome, claim);
      check(claim, outcome);
      if (world.dice().chance(100)) {
        pause(20);
        Claim repeat = asking.get();
        check(repeat, world.dice().pick(servers).claim(repeat));
      }
    } while (outcome instanceof ClaimOutcome.OutcomeUnknown);
    return outcome;
  }

  private void check(Claim claim, ClaimOutcome outcome) {
    switch (outcome) {
      case ClaimOutcome.Held(HeldSeats hold) ->
          world.check(store.holds().containsKey(hold.id()), ANSWERED, "%s is not committed", hold);
      case ClaimOutcome.Booked(Booking booking) ->
          world.check(
              store.bookings().containsKey(booking.id()), ANSWERED, "%s is not there", booking);
      case ClaimOutcome.Cancelled(Booking booking) ->
          world.check(
              Optional.ofNullable(store.bookings().get(booking.id()))
                  .map(Booking::state)
                  .equals(Optional.of(Booking.State.CANCELLED)),
              ANSWERED,
              "%s is not cancelled",
              booking);
      case ClaimOutcome.OutcomeUnknown() -> {}
      default -> {
        if (claim instanceof Claim.Taking taking) {
          refused.add(taking.hold());
        }
      }
    }
  }
}
