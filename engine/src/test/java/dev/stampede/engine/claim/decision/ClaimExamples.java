package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.lane.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** The language of the claim examples: one show, two buyers, tables in memory. */
abstract class ClaimExamples {

  /** Stands in for the outcome of a claim that was carried over. */
  public static final ClaimOutcome CARRIED = new ClaimOutcome.Overloaded("carried over");

  public static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  static final Duration HOLD_FOR = Duration.ofMinutes(5);
  static final Instant STARTS = NOON.plusSeconds(86_400);
  public static final ShowId SHOW = new ShowId(7);
  public static final Buyer ANN = new Buyer("ann");
  public static final Buyer BEN = new Buyer("ben");
  static final Optional<Operation> KEYLESS = Optional.empty();
  static final SeatMap MAP =
      new SeatMap(List.of(new Section.Mapped("A", 100, 2, 5), new Section.Open("B", 30, 4)));

  public final MemoryTables tables = new MemoryTables(NOON);
  public final Set<Object> lockedElsewhere = new HashSet<>();
  final Map<HoldId, Proposal> proposals = new HashMap<>();
  public GroupResult last =
      new GroupResult(List.of(), GroupResult.Writes.ofSeats(List.of(), List.of()));
  private int ids;

  public ClaimExamples() {
    sale(ShowTerms.SaleSwitch.OPEN, NOON.minusSeconds(60), OptionalInt.empty());
  }

  List<ClaimOutcome> decide(Claim... group) {
    List<Claim> claims = List.of(group);
    last = Decider.decide(claims, tables.lock(claims, proposals, lockedElsewhere), proposals);
    tables.write(last.writes());
    return last.decisions().stream()
        .map(
            decision ->
                switch (decision) {
                  case Decision.Decided<ClaimOutcome> decided -> decided.answer();
                  case Decision.CarriedOver<ClaimOutcome> _, Decision.Behind<ClaimOutcome> _ ->
                      CARRIED;
                })
        .toList();
  }

  final void sale(ShowTerms.SaleSwitch saleSwitch, Instant opensAt, OptionalInt perBuyer) {
    ShowTerms terms =
        new ShowTerms(SHOW, opensAt, saleSwitch, 4, perBuyer, HOLD_FOR, STARTS, false);
    if (tables.shows.isEmpty()) {
      tables.add(terms, MAP);
    } else {
      tables.shows.put(SHOW, new Locked.Terms(terms, MAP));
    }
  }

  Claim.Hold hold(Buyer buyer, Integer... numbers) {
    return new Claim.Hold(SHOW, buyer, KEYLESS, nextId(), new Wanted.Seats(seats(numbers)));
  }

  Claim.Hold keyed(String key, String body, Buyer buyer, Integer... numbers) {
    return new Claim.Hold(
        SHOW,
        buyer,
        Optional.of(new Operation(buyer + "/" + key, body)),
        nextId(),
        new Wanted.Seats(seats(numbers)));
  }

  Claim.Hold best(Buyer buyer, int quantity, Integer... proposed) {
    HoldId id = nextId();
    proposals.put(id, new Proposal(seats(proposed)));
    return new Claim.Hold(SHOW, buyer, KEYLESS, id, wish(quantity));
  }

  Claim.Hold bestKeyed(String key, Buyer buyer, int quantity, Integer... proposed) {
    Claim.Hold claim = best(buyer, quantity, proposed);
    Operation operation = new Operation(buyer + "/" + key, "body");
    return new Claim.Hold(SHOW, buyer, Optional.of(operation), claim.id(), claim.wanted());
  }

  static Wanted.Best wish(int quantity) {
    return new Wanted.Best(quantity, OptionalInt.empty(), OptionalLong.empty());
  }

  static Claim.Release release(Buyer buyer, Claim.Hold hold) {
    return new Claim.Release(SHOW, buyer, KEYLESS, hold.id());
  }

  void sell(Buyer buyer, int seat) {
    SeatRow.Owner owner = new SeatRow.Owner(buyer, nextId(), NOON.minusSeconds(1));
    tables.seats.put(
        new SeatKey(SHOW, seat), new SeatRow(seat, SeatState.SOLD, 2, Optional.of(owner)));
    HeldSeats hold = new HeldSeats(owner.hold(), SHOW, buyer, seats(seat), 100, owner.until());
    tables.holds.put(owner.hold(), new HoldRow(hold, HoldRow.State.LIVE));
  }

  void lockElsewhere(int seat) {
    lockedElsewhere.add(new SeatKey(SHOW, seat));
  }

  ClaimOutcome.Success held(Claim.Hold claim) {
    return new Held(of(claim));
  }

  /** The hold that was made for this claim, as stored. */
  HeldSeats of(Claim.Hold claim) {
    return tables.hold(claim.id()).orElseThrow().hold();
  }

  SeatRow row(int seat) {
    return tables.seat(new SeatKey(SHOW, seat));
  }

  Buyer owner(int seat) {
    return row(seat).owner().orElseThrow().buyer();
  }

  static SeatRow heldRow(int seat, int version, Buyer buyer, HoldId hold, Instant until) {
    return new SeatRow(
        seat, SeatState.HELD, version, Optional.of(new SeatRow.Owner(buyer, hold, until)));
  }

  SeatEvent event(
      int seat, int version, SeatEvent.Type type, SeatEvent.Reason reason, Claim.Hold hold) {
    return new SeatEvent(
        SHOW, seat, version, type, reason, hold.buyer(), hold.id(), Optional.empty(), tables.now);
  }

  HoldId nextId() {
    return new HoldId(new UUID(0, ++ids));
  }

  static List<Integer> seats(Integer... numbers) {
    return List.of(numbers);
  }
}
