package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Short words for what tests of paying do, with shows and buyers that nobody else uses. */
final class PaymentSteps {

  private static final Duration HOLD = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Instant STARTS = Instant.parse("2030-01-01T20:00:00Z");
  private static final ShownPass NOT_ASKED = new ShownPass.NotAsked();
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Claims claims;
  private final Shows shows;
  private final Set<ShowId> used = new HashSet<>();
  private Optional<DatabaseClock> clock = Optional.empty();

  PaymentSteps(Claims claims, Shows shows) {
    this.claims = claims;
    this.shows = shows;
  }

  Set<ShowId> shows() {
    return used;
  }

  /** One for the whole test, so that what it has passed adds up. */
  DatabaseClock clock(String databaseUrl) {
    DatabaseClock known = clock.orElseGet(() -> DatabaseClock.of(databaseUrl));
    clock = Optional.of(known);
    return known;
  }

  /** A show with ten seats for 100 each. */
  ShowId show() {
    return show(10);
  }

  ShowId show(int seats) {
    return show(seats, settings -> settings);
  }

  ShowId show(int seats, UnaryOperator<ShowSettings> change) {
    return create(seats, STARTS, change);
  }

  ShowId showAt(Instant starts) {
    return create(10, starts, settings -> settings);
  }

  private ShowId create(int seats, Instant starts, UnaryOperator<ShowSettings> change) {
    ShowSettings open =
        new ShowSettings(
            Instant.EPOCH, SaleSwitch.OPEN, 8, OptionalInt.empty(), HOLD, Optional.empty());
    SeatMap map = new SeatMap(List.of(new Section.Mapped("A", 100, seats / 10, 10)));
    ShowId show = shows.create(new Shows.NewShow("payments", starts, map, change.apply(open))).id();
    used.add(show);
    return show;
  }

  void switchSale(ShowId show, SaleSwitch saleSwitch) {
    Shows.Patched patched =
        shows.patch(
            show,
            Optional.empty(),
            settings ->
                new ShowSettings(
                    settings.saleOpensAt(),
                    saleSwitch,
                    settings.maxSeatsPerHold(),
                    settings.maxSeatsPerBuyer(),
                    settings.holdFor(),
                    settings.waitingRoom()));
    assertThat(patched).isInstanceOf(Shows.Patched.Updated.class);
  }

  /** A buyer with so many points. */
  Buyer buyer(String name, long points) {
    Buyer buyer = new Buyer(name + "-" + NAMES.incrementAndGet());
    if (points > 0) {
      topUp(buyer, points);
    }
    return buyer;
  }

  List<Buyer> buyers(int count, long points) {
    return IntStream.range(0, count).mapToObj(i -> buyer("buyer", points)).toList();
  }

  void topUp(Buyer buyer, long points) {
    assertThat(claims.claim(topUpWithKey(buyer, "points-" + NAMES.incrementAndGet(), points)))
        .isInstanceOf(ClaimOutcome.ToppedUp.class);
  }

  Claim.TopUp topUpWithKey(Buyer buyer, String key, long points) {
    Operation operation = operation(buyer, "POST /wallet/top-ups", key, "{" + points + "}");
    return new Claim.TopUp(buyer, operation, TransferId.fresh(now()), points, buyer);
  }

  ClaimOutcome hold(ShowId show, Buyer buyer, Integer... seats) {
    return hold(NOT_ASKED, show, buyer, seats);
  }

  ClaimOutcome hold(ShownPass pass, ShowId show, Buyer buyer, Integer... seats) {
    Wanted wanted = new Wanted.Seats(List.of(seats));
    return claims.claim(
        new Claim.Hold(show, buyer, Optional.empty(), HoldId.fresh(now()), wanted, pass));
  }

  ClaimOutcome release(HeldSeats hold) {
    return claims.claim(new Claim.Release(hold.show(), hold.buyer(), Optional.empty(), hold.id()));
  }

  ClaimOutcome book(HeldSeats hold) {
    return book(hold, new Payment.Points());
  }

  ClaimOutcome book(HeldSeats hold, Payment payment) {
    return claims.claim(book(hold, payment, Optional.empty()));
  }

  Claim.Book bookWithKey(HeldSeats hold, String key, String body) {
    Operation operation = operation(hold.buyer(), "POST /bookings", key, body);
    return book(hold, new Payment.Points(), Optional.of(operation));
  }

  private static Claim.Book book(HeldSeats hold, Payment payment, Optional<Operation> operation) {
    return new Claim.Book(
        hold.show(), hold.buyer(), operation, BookingId.fresh(now()), hold.id(), payment);
  }

  ClaimOutcome buy(ShowId show, Buyer buyer, Integer... seats) {
    return buy(NOT_ASKED, show, buyer, seats);
  }

  ClaimOutcome buy(ShownPass pass, ShowId show, Buyer buyer, Integer... seats) {
    return claims.claim(buy(pass, show, buyer, Optional.empty(), new Wanted.Seats(List.of(seats))));
  }

  ClaimOutcome buyBest(ShowId show, Buyer buyer, int quantity) {
    return buyBest(NOT_ASKED, show, buyer, quantity);
  }

  ClaimOutcome buyBest(ShownPass pass, ShowId show, Buyer buyer, int quantity) {
    Wanted best = new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty());
    return claims.claim(buy(pass, show, buyer, Optional.empty(), best));
  }

  Claim.Buy buyWithKey(ShowId show, Buyer buyer, String key, Integer... seats) {
    return buyWithKey(NOT_ASKED, show, buyer, key, seats);
  }

  Claim.Buy buyWithKey(ShownPass pass, ShowId show, Buyer buyer, String key, Integer... seats) {
    Operation operation = operation(buyer, "POST /bookings", key, List.of(seats).toString());
    return buy(pass, show, buyer, Optional.of(operation), new Wanted.Seats(List.of(seats)));
  }

  private static Claim.Buy buy(
      ShownPass pass, ShowId show, Buyer buyer, Optional<Operation> operation, Wanted wanted) {
    return new Claim.Buy(
        show, buyer, operation, BookingId.fresh(now()), HoldId.fresh(now()), wanted, pass);
  }

  ClaimOutcome cancel(Booking booking) {
    return cancel(booking, booking.buyer());
  }

  ClaimOutcome cancel(Booking booking, Buyer owner) {
    return claims.claim(cancel(booking, owner, Optional.empty()));
  }

  Claim.Cancel cancelWithKey(Booking booking, String key) {
    String route = "POST /bookings/" + booking.id() + "/cancel";
    return cancel(
        booking, booking.buyer(), Optional.of(operation(booking.buyer(), route, key, "")));
  }

  private static Claim.Cancel cancel(Booking booking, Buyer owner, Optional<Operation> operation) {
    return new Claim.Cancel(
        booking.show(), owner, operation, booking.id(), TransferId.fresh(now()), owner);
  }

  /** A payment outside that no other test knows. */
  Payment.Outside payment(String name) {
    return new Payment.Outside("shop", name + "-of-" + used);
  }

  /**
   * Retries like a client that is told to come back later. A claim that breaks is not retried: the
   * tables' own constraints turn a lost update into an exception, and a second try would hide it.
   */
  ClaimOutcome patiently(Supplier<ClaimOutcome> claim) {
    return Eventually.within(PATIENCE)
        .until("the claim is decided", () -> Answer.to(claim), Answer::isFinal)
        .orThrow();
  }

  /** An outcome, or what was thrown instead of one. */
  private record Answer(Optional<ClaimOutcome> outcome, Optional<RuntimeException> broken) {

    static Answer to(Supplier<ClaimOutcome> claim) {
      try {
        return new Answer(Optional.of(claim.get()), Optional.empty());
      } catch (RuntimeException e) {
        return new Answer(Optional.empty(), Optional.of(e));
      }
    }

    boolean isFinal() {
      return outcome.filter(ClaimOutcome.Overloaded.class::isInstance).isEmpty();
    }

    ClaimOutcome orThrow() {
      return outcome.orElseThrow(broken::orElseThrow);
    }
  }

  static HeldSeats held(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(ClaimOutcome.Held.class);
    return ((ClaimOutcome.Held) outcome).hold();
  }

  static Booking booked(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(ClaimOutcome.Booked.class);
    return ((ClaimOutcome.Booked) outcome).booking();
  }

  static Booking cancelled(ClaimOutcome outcome) {
    assertThat(outcome).isInstanceOf(ClaimOutcome.Cancelled.class);
    return ((ClaimOutcome.Cancelled) outcome).booking();
  }

  private static Operation operation(Buyer buyer, String route, String key, String body) {
    return Operation.of(buyer, route, key, body.getBytes(UTF_8));
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
