package dev.stampede.engine.claim;

import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
 * A random group over a small house: tables with a history (live, lapsed, taken-over, given-back
 * and paid holds), rows that somebody else has locked, and claims that get in each other's way.
 *
 * @param lockedElsewhere {@link SeatKey}s and {@link BuyerKey}s that cannot be locked
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

  /** A hold of the past; one whose seats are another's by then did not come about. */
  private record Past(int show, int buyer, Set<Integer> seats, End end) {
    private enum End {
      LIVE,
      LAPSED,
      GIVEN_BACK,
      PAID
    }
  }

  private enum Kind {
    SEATS,
    BEST,
    RELEASE
  }

  /** A claim to be; {@code hold} names one of the past or of the group, if there is such. */
  private record Step(Kind kind, int show, int buyer, Set<Integer> seats, int key, int hold) {}

  /** Limit for each buyer (0: none) and gate. */
  private record Rules(int perBuyer, ShowTerms.Gate gate, int opensInSeconds) {}

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

  Decided decide() {
    return Decider.decide(claims, start.lock(claims, proposals, lockedElsewhere), proposals);
  }

  /**
   * The rows a claim stands on, by which it can be held up: none for what is said without them, but
   * always its operation while that has no answer.
   */
  Set<Object> rowsOf(Claim claim, MemoryTables soFar, Decision<ClaimOutcome> alone) {
    Set<Object> rows = new HashSet<>();
    boolean saidWithoutRows =
        alone instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome outcome)
            && switch (outcome) {
              case ClaimOutcome.Held _,
                  ClaimOutcome.AlreadyHeld _,
                  ClaimOutcome.SeatsTaken _,
                  ClaimOutcome.BuyerLimit _ ->
                  false;
              case ClaimOutcome.Released _ ->
                  soFar.hold(((Claim.Release) claim).id()).orElseThrow().state()
                      == HoldRow.State.RELEASED;
              default -> true;
            };
    switch (claim) {
      case Claim.Hold hold -> {
        hold.operation()
            .map(Operation::id)
            .filter(id -> !soFar.operations.containsKey(id))
            .ifPresent(rows::add);
        if (!saidWithoutRows) {
          seatsOf(hold).forEach(seat -> rows.add(new SeatKey(hold.show(), seat)));
          buyerOf(hold).ifPresent(rows::add);
        }
      }
      case Claim.Release release -> {
        if (!saidWithoutRows) {
          HeldSeats held = soFar.hold(release.id()).orElseThrow().hold();
          held.seats().forEach(seat -> rows.add(new SeatKey(held.show(), seat)));
        }
      }
    }
    return rows;
  }

  /** What nobody later may use when this claim is carried over. */
  Set<Object> blockedBy(Claim claim, Set<Object> rows) {
    Set<Object> blocked = new HashSet<>(rows);
    if (claim instanceof Claim.Hold hold) {
      buyerOf(hold).ifPresent(blocked::add);
      switch (hold.wanted()) {
        case Wanted.Seats wanted ->
            wanted.numbers().forEach(seat -> blocked.add(new SeatKey(hold.show(), seat)));
        // Other seats will do as well for the best: it stands in nobody's way.
        case Wanted.Best _ -> blocked.removeIf(SeatKey.class::isInstance);
      }
    }
    return blocked;
  }

  private List<Integer> seatsOf(Claim.Hold hold) {
    return switch (hold.wanted()) {
      case Wanted.Seats wanted -> wanted.numbers();
      case Wanted.Best _ -> Optional.ofNullable(proposals.get(hold.id())).orElseThrow().seats();
    };
  }

  private Optional<BuyerKey> buyerOf(Claim.Hold hold) {
    return Optional.ofNullable(start.shows.get(hold.show()))
        .filter(show -> show.terms().maxSeatsPerBuyer().isPresent())
        .map(_ -> new BuyerKey(hold.show(), hold.buyer()));
  }

  private static Arbitrary<Rules> rules() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.frequency(
                Tuple.of(20, ShowTerms.Gate.OPEN),
                Tuple.of(1, ShowTerms.Gate.PAUSED),
                Tuple.of(1, ShowTerms.Gate.CLOSED)),
            Arbitraries.frequency(Tuple.of(20, 0), Tuple.of(1, 60)))
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
                Tuple.of(6, Kind.SEATS), Tuple.of(2, Kind.BEST), Tuple.of(2, Kind.RELEASE)),
            Arbitraries.frequency(Tuple.of(12, 1), Tuple.of(4, 2), Tuple.of(1, NO_SUCH_SHOW)),
            Arbitraries.integers().between(0, BUYERS - 1),
            wantedSeats(),
            Arbitraries.integers().between(0, 8),
            Arbitraries.integers().between(0, 9))
        .as(Step::new);
  }

  /** Mostly a few that exist. */
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
    return Arbitraries.frequencyOf(Tuple.of(3, seat), Tuple.of(1, buyer)).set().ofMaxSize(3);
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
    List<HoldId> holds = new ArrayList<>();
    for (Past past : pasts) {
      live(past, new HoldId(new UUID(1, holds.size())), tables).ifPresent(holds::add);
    }
    Map<HoldId, Proposal> proposals = new HashMap<>();
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      HoldId id = new HoldId(new UUID(2, i));
      claims.add(claim(steps.get(i), id, holds, proposals));
      if (claims.getLast() instanceof Claim.Hold) {
        holds.add(id);
      }
    }
    return new Scenario(tables, List.copyOf(claims), proposals, lockedElsewhere);
  }

  private static ShowTerms terms(int show, OptionalInt perBuyer, Rules rules) {
    return new ShowTerms(
        new ShowId(show),
        NOON.plusSeconds(rules.opensInSeconds()),
        rules.gate(),
        MAX_SEATS_PER_HOLD,
        perBuyer,
        Duration.ofMinutes(5));
  }

  private static Claim claim(
      Step step, HoldId id, List<HoldId> holds, Map<HoldId, Proposal> proposals) {
    ShowId show = new ShowId(step.show());
    Buyer buyer = buyer(step.buyer());
    List<Integer> seats = step.seats().stream().sorted().toList();
    // Few keys, so that they are used again, at times for another request.
    Optional<Operation> operation =
        step.key() > 3
            ? Optional.empty()
            : Optional.of(
                new Operation(operationId(show, buyer, step.key() / 2), "body " + step.key() % 2));
    return switch (step.kind()) {
      case SEATS -> new Claim.Hold(show, buyer, operation, id, new Wanted.Seats(seats));
      case BEST -> {
        boolean found = step.hold() > 1 && seats.stream().allMatch(n -> n >= 0 && n < MAP.size());
        proposals.put(id, new Proposal(found ? seats : List.of()));
        Wanted.Best wish = new Wanted.Best(seats.size(), OptionalInt.empty(), OptionalLong.empty());
        yield new Claim.Hold(show, buyer, operation, id, wish);
      }
      case RELEASE ->
          new Claim.Release(
              show, buyer, operation, step.hold() < holds.size() ? holds.get(step.hold()) : id);
    };
  }

  /** Lets a hold of the past happen, unless its seats were another's. */
  private static Optional<HoldId> live(Past past, HoldId id, MemoryTables tables) {
    ShowId show = new ShowId(past.show());
    List<SeatKey> keys = past.seats().stream().sorted().map(n -> new SeatKey(show, n)).toList();
    if (!keys.stream().allMatch(key -> tables.seat(key).isFreeAt(NOON))) {
      return Optional.empty();
    }
    Buyer buyer = buyer(past.buyer());
    Instant until = past.end() == Past.End.LAPSED ? NOON : NOON.plusSeconds(60);
    List<Integer> seats = keys.stream().map(SeatKey::seat).toList();
    HeldSeats hold = new HeldSeats(id, show, buyer, seats, 1, until);
    for (SeatKey key : keys) {
      int version = tables.seat(key).version() + 1;
      SeatRow.Owner owner = new SeatRow.Owner(buyer, id, until);
      tables.seats.put(
          key,
          switch (past.end()) {
            case LIVE, LAPSED ->
                new SeatRow(key.seat(), SeatState.HELD, version, Optional.of(owner));
            case GIVEN_BACK ->
                new SeatRow(key.seat(), SeatState.FREE, version + 1, Optional.empty());
            case PAID -> new SeatRow(key.seat(), SeatState.SOLD, version + 1, Optional.of(owner));
          });
    }
    HoldRow.State state =
        past.end() == Past.End.GIVEN_BACK ? HoldRow.State.RELEASED : HoldRow.State.LIVE;
    tables.holds.put(id, new HoldRow(hold, state));
    if (past.end() != Past.End.LAPSED) {
      tables.operations.putIfAbsent(
          operationId(show, buyer, 0), new Locked.StoredAnswer("body 0", hold));
    }
    return Optional.of(id);
  }

  /** An operation is one of its show and buyer: both are part of its path and token. */
  private static String operationId(ShowId show, Buyer buyer, int key) {
    return show + "/" + buyer + "/" + key;
  }

  private static Buyer buyer(int number) {
    return new Buyer("buyer " + number);
  }
}
