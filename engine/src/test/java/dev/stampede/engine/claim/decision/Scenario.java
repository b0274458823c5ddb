package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.PassRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A random group over a small show: tables with a history (live, lapsed, taken-over, given-back and
 * paid holds, cancelled bookings, wallets, passes), rows that somebody else has locked, and claims
 * that get in each other's way.
 *
 * @param lockedElsewhere {@link SeatKey}s, {@link BuyerKey}s and {@link Buyer}s (their wallets)
 *     that cannot be locked
 */
record Scenario(
    MemoryTables start,
    List<Claim> claims,
    Map<HoldId, Proposal> proposals,
    Set<Object> lockedElsewhere) {

  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final SeatMap MAP =
      new SeatMap(List.of(new Section.Mapped("A", 100, 2, 2), new Section.Open("B", 30, 2)));
  private static final int BUYERS = 3;
  private static final int MAX_SEATS_PER_HOLD = 3;
  private static final int NO_SUCH_SHOW = 3;

  /** A hold of the past; it did not come about if another buyer had its seats by then. */
  private record Past(int show, int buyer, Set<Integer> seats, End end) {
    private enum End {
      LIVE,
      LAPSED,
      GIVEN_BACK,
      PAID,
      PAID_OUTSIDE,
      CANCELLED
    }
  }

  private enum Kind {
    SEATS,
    BEST,
    RELEASE,
    BUY,
    BUY_BEST,
    BOOK,
    BOOK_OUTSIDE,
    CANCEL,
    TOP_UP
  }

  /**
   * The plan of a claim; {@code hold} names a hold of the past or of the group, if there is such a
   * hold.
   */
  private record Step(
      Kind kind, int show, int buyer, Set<Integer> seats, int key, int hold, ShownPass pass) {}

  /**
   * The terms and balances of a scenario: the limit for each buyer (0: none), the sale switch, the
   * start of the show, the buyers' points, and the passes that they received (-1: there is no
   * waiting room) and have spent.
   */
  private record Rules(
      int perBuyer,
      ShowTerms.SaleSwitch saleSwitch,
      int opensInSeconds,
      int startsInSeconds,
      List<Integer> balances,
      int given,
      int spent) {}

  static Arbitrary<Scenario> any() {
    return Combinators.combine(
            rules(),
            past().list().ofMaxSize(5),
            step().list().ofMinSize(1).ofMaxSize(10),
            rowsLockedElsewhere())
        .as(Scenario::build);
  }

  MemoryTables tables() {
    return start.copy();
  }

  GroupResult decide() {
    return Decider.decide(claims, start.lock(claims, proposals, lockedElsewhere), proposals);
  }

  private static Arbitrary<Rules> rules() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.frequency(
                Tuple.of(20, ShowTerms.SaleSwitch.OPEN),
                Tuple.of(1, ShowTerms.SaleSwitch.PAUSED),
                Tuple.of(1, ShowTerms.SaleSwitch.CLOSED)),
            Arbitraries.frequency(Tuple.of(20, 0), Tuple.of(1, 60)),
            Arbitraries.frequency(Tuple.of(10, 3_600), Tuple.of(1, 0)),
            Arbitraries.integers().between(0, 350).list().ofSize(BUYERS),
            Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.just(-1)),
                Tuple.of(1, Arbitraries.integers().between(0, 3))),
            Arbitraries.frequency(Tuple.of(3, 0), Tuple.of(1, 1), Tuple.of(1, 2)))
        .as(Rules::new);
  }

  private static Arbitrary<Past> past() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(0, BUYERS - 1),
            Arbitraries.integers().between(0, MAP.size() - 1).set().ofMinSize(1).ofMaxSize(3),
            Arbitraries.of(Past.End.class))
        .as(Past::new);
  }

  private static Arbitrary<Step> step() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Kind.SEATS),
                Tuple.of(2, Kind.BEST),
                Tuple.of(2, Kind.RELEASE),
                Tuple.of(3, Kind.BUY),
                Tuple.of(1, Kind.BUY_BEST),
                Tuple.of(5, Kind.BOOK),
                Tuple.of(2, Kind.BOOK_OUTSIDE),
                Tuple.of(3, Kind.CANCEL),
                Tuple.of(2, Kind.TOP_UP)),
            Arbitraries.frequency(Tuple.of(12, 1), Tuple.of(4, 2), Tuple.of(1, NO_SUCH_SHOW)),
            Arbitraries.integers().between(0, BUYERS - 1),
            wantedSeats(),
            Arbitraries.integers().between(0, 8),
            Arbitraries.integers().between(0, 9),
            shownPass())
        .as(Step::new);
  }

  /** Generates mostly passes that are good for something. */
  private static Arbitrary<ShownPass> shownPass() {
    Instant later = NOON.plusSeconds(60);
    return Arbitraries.frequency(
        Tuple.of(1, new ShownPass.NotAsked()),
        Tuple.of(1, new ShownPass.Missing()),
        Tuple.of(1, new ShownPass.Unusable(ShownPass.Flaw.FORGED)),
        Tuple.of(1, new ShownPass.Good(3, NOON)),
        Tuple.of(2, new ShownPass.Good(1, later)),
        Tuple.of(4, new ShownPass.Good(2, later)),
        Tuple.of(4, new ShownPass.Good(3, later)));
  }

  /** Generates mostly a few seats that exist. */
  private static Arbitrary<Set<Integer>> wantedSeats() {
    Arbitrary<Integer> known = Arbitraries.integers().between(0, MAP.size() - 1);
    return Arbitraries.frequencyOf(
        Tuple.of(12, known.set().ofMinSize(1).ofMaxSize(3)),
        Tuple.of(1, known.set().ofSize(MAX_SEATS_PER_HOLD + 1)),
        Tuple.of(1, Arbitraries.integers().between(-1, MAP.size()).set().ofSize(2)));
  }

  private static Arbitrary<Set<Object>> rowsLockedElsewhere() {
    Arbitrary<Object> seat =
        Combinators.combine(
                Arbitraries.integers().between(1, 2),
                Arbitraries.integers().between(0, MAP.size() - 1))
            .as((show, number) -> new SeatKey(new ShowId(show), number));
    Arbitrary<Object> buyer =
        Combinators.combine(
                Arbitraries.integers().between(1, 2), Arbitraries.integers().between(0, BUYERS - 1))
            .as((show, number) -> new BuyerKey(new ShowId(show), buyer(number)));
    Arbitrary<Object> wallet =
        Arbitraries.integers().between(0, BUYERS - 1).map(number -> buyer(number));
    return Arbitraries.frequencyOf(Tuple.of(3, seat), Tuple.of(1, buyer), Tuple.of(1, wallet))
        .set()
        .ofMaxSize(3);
  }

  private static Scenario build(
      Rules rules, List<Past> pasts, List<Step> steps, Set<Object> lockedElsewhere) {
    MemoryTables tables = new MemoryTables(NOON);
    tables.add(
        terms(
            1,
            rules.perBuyer() == 0 ? OptionalInt.empty() : OptionalInt.of(rules.perBuyer()),
            rules),
        MAP);
    tables.add(terms(2, OptionalInt.empty(), rules), MAP);
    for (int i = 0; i < BUYERS; i++) {
      if (rules.balances().get(i) > 0) {
        tables.wallets.put(buyer(i), new WalletRow(rules.balances().get(i), 1));
      }
      tables.passes.put(
          new BuyerKey(new ShowId(1), buyer(i)), new PassRow(rules.spent(), rules.given()));
    }
    Names names = new Names();
    for (int i = 0; i < pasts.size(); i++) {
      live(pasts.get(i), i, tables, names);
    }
    Map<HoldId, Proposal> proposals = new HashMap<>();
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      claims.add(claim(steps.get(i), i, names, proposals));
    }
    return new Scenario(tables, List.copyOf(claims), proposals, lockedElsewhere);
  }

  private static ShowTerms terms(int show, OptionalInt perBuyer, Rules rules) {
    return new ShowTerms(
        new ShowId(show),
        NOON.plusSeconds(rules.opensInSeconds()),
        rules.saleSwitch(),
        MAX_SEATS_PER_HOLD,
        perBuyer,
        Duration.ofMinutes(5),
        NOON.plusSeconds(rules.startsInSeconds()),
        show == 1 && rules.given() >= 0);
  }

  /** The targets of claims: holds and bookings of the past and of the group, with their buyers. */
  private static final class Names {

    private record Named<T>(T id, ShowId show, Buyer buyer) {}

    private final List<Named<HoldId>> holds = new ArrayList<>();
    private final List<Named<BookingId>> bookings = new ArrayList<>();

    /**
     * Picks mostly an existing target with its owner; at times with another buyer, or a target that
     * does not exist.
     */
    private static <T> Named<T> pick(List<Named<T>> from, Step step, T none) {
      Named<T> asked = new Named<>(none, new ShowId(step.show()), Scenario.buyer(step.buyer()));
      if (from.isEmpty() || step.hold() == 9) {
        return asked;
      }
      Named<T> named = from.get(step.hold() % from.size());
      return step.seats().size() < 3 ? named : new Named<>(named.id(), asked.show(), asked.buyer());
    }
  }

  private static Claim claim(Step step, int place, Names names, Map<HoldId, Proposal> proposals) {
    ShowId show = new ShowId(step.show());
    Buyer buyer = buyer(step.buyer());
    HoldId hold = new HoldId(new UUID(2, place));
    BookingId booking = new BookingId(new UUID(3, place));
    TransferId transfer = new TransferId(new UUID(5, place));
    return switch (step.kind()) {
      case SEATS, BEST -> {
        names.holds.add(new Names.Named<>(hold, show, buyer));
        Optional<Operation> operation = operation(step, "hold/" + show, buyer);
        yield new Claim.Hold(
            show, buyer, operation, hold, wanted(step, hold, proposals), step.pass());
      }
      case BUY, BUY_BEST -> {
        names.bookings.add(new Names.Named<>(booking, show, buyer));
        Optional<Operation> operation = operation(step, "book", buyer);
        Wanted wanted = wanted(step, hold, proposals);
        yield new Claim.Buy(show, buyer, operation, booking, hold, wanted, step.pass());
      }
      case RELEASE -> {
        Names.Named<HoldId> named = Names.pick(names.holds, step, hold);
        Optional<Operation> operation = operation(step, "release", named.buyer());
        yield new Claim.Release(named.show(), named.buyer(), operation, named.id());
      }
      case BOOK, BOOK_OUTSIDE -> {
        Names.Named<HoldId> named = Names.pick(names.holds, step, hold);
        names.bookings.add(new Names.Named<>(booking, named.show(), named.buyer()));
        Payment payment =
            step.kind() == Kind.BOOK ? new Payment.Points() : reference(step.hold() % BUYERS);
        Optional<Operation> operation = operation(step, "book", named.buyer());
        yield new Claim.Book(named.show(), named.buyer(), operation, booking, named.id(), payment);
      }
      case CANCEL -> {
        Names.Named<BookingId> named = Names.pick(names.bookings, step, booking);
        Optional<Operation> operation = operation(step, "cancel/" + named.id(), named.buyer());
        yield new Claim.Cancel(named.show(), named.buyer(), operation, named.id(), transfer, buyer);
      }
      case TOP_UP -> {
        Operation key = new Operation("top-up/" + buyer + "/" + step.key(), "body " + step.hold());
        yield new Claim.TopUp(buyer, key, transfer, 1 + 60L * step.hold(), buyer);
      }
    };
  }

  private static Wanted wanted(Step step, HoldId id, Map<HoldId, Proposal> proposals) {
    List<Integer> seats = step.seats().stream().sorted().toList();
    if (step.kind() == Kind.SEATS || step.kind() == Kind.BUY) {
      return new Wanted.Seats(seats);
    }
    boolean found = step.hold() > 1 && seats.stream().allMatch(n -> n >= 0 && n < MAP.size());
    proposals.put(id, new Proposal(found ? seats : List.of()));
    return new Wanted.Best(seats.size(), OptionalInt.empty(), OptionalLong.empty());
  }

  /** Generates few keys, so that claims use them again, at times for another request. */
  private static Optional<Operation> operation(Step step, String route, Buyer buyer) {
    return step.key() > 3
        ? Optional.empty()
        : Optional.of(
            new Operation(operationId(route, buyer, step.key() / 2), "body " + step.key() % 2));
  }

  private static Payment.Outside reference(int number) {
    return new Payment.Outside("shop", "payment " + number);
  }

  /** Applies a hold of the past, unless another buyer had its seats. */
  private static void live(Past past, int place, MemoryTables tables, Names names) {
    ShowId show = new ShowId(past.show());
    List<SeatKey> keys = past.seats().stream().sorted().map(n -> new SeatKey(show, n)).toList();
    boolean used = tables.bookings.containsKey(pastBooking(past.buyer()));
    if (!keys.stream().allMatch(key -> tables.seat(key).isFreeAt(NOON))
        || (past.end() == Past.End.PAID_OUTSIDE && used)) {
      return;
    }
    Buyer buyer = buyer(past.buyer());
    HoldId id = new HoldId(new UUID(1, place));
    Instant until = past.end() == Past.End.LAPSED ? NOON : NOON.plusSeconds(60);
    List<Integer> seats = keys.stream().map(SeatKey::seat).toList();
    HeldSeats hold = new HeldSeats(id, show, buyer, seats, 70, until);
    names.holds.add(new Names.Named<>(id, show, buyer));
    for (SeatKey key : keys) {
      int version = tables.seat(key).version() + 1;
      SeatRow.Owner owner = new SeatRow.Owner(buyer, id, until);
      tables.seats.put(
          key,
          switch (past.end()) {
            case LIVE, LAPSED ->
                new SeatRow(key.seat(), SeatState.HELD, version, Optional.of(owner));
            case GIVEN_BACK, CANCELLED ->
                new SeatRow(key.seat(), SeatState.FREE, version + 1, Optional.empty());
            case PAID, PAID_OUTSIDE ->
                new SeatRow(key.seat(), SeatState.SOLD, version + 1, Optional.of(owner));
          });
    }
    HoldRow.State state =
        switch (past.end()) {
          case LIVE, LAPSED -> HoldRow.State.LIVE;
          case GIVEN_BACK -> HoldRow.State.RELEASED;
          case PAID, PAID_OUTSIDE, CANCELLED -> HoldRow.State.PAID;
        };
    tables.holds.put(id, new HoldRow(hold, state));
    if (past.end() != Past.End.LAPSED) {
      tables.operations.putIfAbsent(
          operationId("hold/" + show, buyer, 0),
          new Locked.StoredAnswer("body 0", new ClaimOutcome.Held(hold)));
    }
    if (state == HoldRow.State.PAID) {
      book(past, place, hold, tables, names);
    }
  }

  private static void book(Past past, int place, HeldSeats hold, MemoryTables tables, Names names) {
    boolean outside = past.end() == Past.End.PAID_OUTSIDE;
    BookingId id = outside ? pastBooking(past.buyer()) : new BookingId(new UUID(6, place));
    Booking confirmed =
        new Booking(
            id,
            hold.show(),
            hold.buyer(),
            hold.id(),
            hold.seats(),
            hold.total(),
            outside ? reference(past.buyer()) : new Payment.Points(),
            NOON.minusSeconds(60),
            Optional.empty(),
            outside ? OptionalLong.empty() : OptionalLong.of(9));
    names.bookings.add(new Names.Named<>(id, hold.show(), hold.buyer()));
    tables.bookings.put(
        id,
        past.end() == Past.End.CANCELLED
            ? confirmed.cancelled(NOON.minusSeconds(30), OptionalLong.of(79))
            : confirmed);
    tables.operations.putIfAbsent(
        operationId("book", hold.buyer(), 0),
        new Locked.StoredAnswer("body 0", new ClaimOutcome.Booked(confirmed)));
  }

  /** The id of the past booking for an outside payment; each payment has one. */
  private static BookingId pastBooking(int reference) {
    return new BookingId(new UUID(4, reference));
  }

  private static String operationId(String route, Buyer buyer, int key) {
    return route + "/" + buyer + "/" + key;
  }

  private static Buyer buyer(int number) {
    return new Buyer("buyer " + number);
  }
}
