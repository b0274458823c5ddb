package dev.stampede.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.lane.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What holds for every group, found out on random ones over small houses, in which the same seats,
 * buyers and operations meet again and again.
 *
 * <p>Seen to fail with planted bugs: a take-over without its released event, a release that does
 * not lower its buyer's count, an operation that is not seen by its repeat in the same group, a
 * hold made and given back in one group but written as live, a seat, or a release, that does not
 * wait behind a claim carried over, and a repeat that is refused while its first is carried over.
 */
final class DeciderPropertiesTest {

  @Provide
  Arbitrary<Scenario> scenarios() {
    return Scenario.any();
  }

  /** The heart: a group is nothing but a cheaper way to decide one after the other. */
  @Property(tries = 2_000)
  void aGroupIsDecidedAsItsClaimsWouldBeOneByOne(@ForAll("scenarios") Scenario scenario) {
    Decided group = scenario.decide();
    MemoryTables oneByOne = scenario.tables();

    for (int i = 0; i < scenario.claims().size(); i++) {
      if (group.decisions().get(i) instanceof Decision.Decided<ClaimOutcome> decided) {
        List<Claim> alone = List.of(scenario.claims().get(i));
        Locked locked = oneByOne.lock(alone, scenario.proposals(), Set.of());
        Decided single = Decider.decide(alone, locked, scenario.proposals());
        assertThat(single.decisions()).as("claim %d", i).containsExactly(decided);
        oneByOne.write(single.writes());
      }
    }

    MemoryTables atOnce = scenario.tables();
    atOnce.write(group.writes());
    assertThat(atOnce.content()).isEqualTo(oneByOne.content());
  }

  @Property(tries = 1_000)
  void noSeatHasTwoOwnersAndNoHoldHasPartOfItsSeats(@ForAll("scenarios") Scenario scenario) {
    MemoryTables after = scenario.tables();
    after.write(scenario.decide().writes());

    Map<SeatKey, HoldId> owners = new HashMap<>();
    for (HoldRow row : after.holds.values()) {
      HeldSeats hold = row.hold();
      if (row.state() == HoldRow.State.LIVE && hold.expiresAt().isAfter(after.now)) {
        for (int seat : hold.seats()) {
          SeatKey key = new SeatKey(hold.show(), seat);
          assertThat(owners.put(key, hold.id())).as("other owner of %s", key).isNull();
          assertThat(after.seat(key).owner())
              .as("owner of %s", key)
              .contains(new SeatRow.Owner(hold.buyer(), hold.id(), hold.expiresAt()));
        }
      }
    }
    after.seats.forEach(
        (key, row) -> {
          if (row.isHeldAt(after.now)) {
            assertThat(owners).containsEntry(key, row.owner().orElseThrow().hold());
          }
        });
  }

  @Property(tries = 1_000)
  void theEventsOfASeatAreDenseAndReplayToItsRow(@ForAll("scenarios") Scenario scenario) {
    Decided.Writes writes = scenario.decide().writes();
    MemoryTables before = scenario.tables();
    MemoryTables after = scenario.tables();
    after.write(writes);

    Map<SeatKey, SeatRow> replayed = new HashMap<>(before.seats);
    for (SeatEvent event : writes.events()) {
      replayed.merge(
          new SeatKey(event.show(), event.seat()),
          after.seat(new SeatKey(event.show(), event.seat())),
          (row, _) -> replay(row, event, after));
    }

    assertThat(replayed).isEqualTo(after.seats);
    assertThat(writes.seats())
        .extracting(MemoryTables::keyOf)
        .doesNotHaveDuplicates()
        .isSorted()
        .hasSameElementsAs(
            writes.events().stream().map(e -> new SeatKey(e.show(), e.seat())).toList());
  }

  @Property(tries = 1_000)
  void onlySuccessesAreWritten(@ForAll("scenarios") Scenario scenario) {
    Decided decided = scenario.decide();
    List<HoldId> made = new ArrayList<>();
    List<Decided.OperationWrite> operations = new ArrayList<>();
    Set<HoldId> givenBack = new HashSet<>();
    for (int i = 0; i < scenario.claims().size(); i++) {
      Claim claim = scenario.claims().get(i);
      if (decided.decisions().get(i)
          instanceof Decision.Decided<ClaimOutcome>(ClaimOutcome outcome)) {
        switch (claim) {
          case Claim.Hold hold when outcome instanceof ClaimOutcome.Held held -> {
            assertThat(held.hold().id()).isEqualTo(hold.id());
            assertThat(held.hold().seats()).hasSize(hold.wanted().quantity());
            made.add(hold.id());
            hold.operation()
                .ifPresent(done -> operations.add(new Decided.OperationWrite(done, hold.id())));
          }
          case Claim.Hold refused ->
              assertThat(outcome).isNotInstanceOf(ClaimOutcome.Released.class);
          case Claim.Release release when outcome instanceof ClaimOutcome.Released ->
              givenBack.add(release.id());
          case Claim.Release refused ->
              assertThat(outcome).isEqualTo(new ClaimOutcome.NoSuchHold());
        }
      }
    }

    Decided.Writes writes = decided.writes();
    assertThat(writes.newHolds())
        .extracting(row -> row.hold().id())
        .containsExactlyElementsOf(made);
    assertThat(writes.operations()).containsExactlyElementsOf(operations);
    assertThat(operations).extracting(write -> write.operation().id()).doesNotHaveDuplicates();
    assertThat(writes.releasedHolds()).doesNotHaveDuplicates().isSubsetOf(givenBack);
    for (SeatEvent event : writes.events()) {
      switch (event.reason()) {
        case CLAIMED -> assertThat(made).contains(event.hold());
        case GIVEN_BACK -> assertThat(givenBack).contains(event.hold());
        case EXPIRED -> assertThat(made).doesNotContain(event.hold());
      }
    }
  }

  @Property(tries = 1_000)
  void aClaimIsCarriedOverWhenItMissesARowOrWouldOvertakeAndNeverElse(
      @ForAll("scenarios") Scenario scenario) {
    Decided group = scenario.decide();
    MemoryTables soFar = scenario.tables();
    Set<Object> notToBeUsed = new HashSet<>(scenario.lockedElsewhere());

    for (int i = 0; i < scenario.claims().size(); i++) {
      Claim claim = scenario.claims().get(i);
      List<Claim> alone = List.of(claim);
      Locked locked = soFar.lock(alone, scenario.proposals(), Set.of());
      Decided single = Decider.decide(alone, locked, scenario.proposals());
      Set<Object> rows = scenario.rowsOf(claim, soFar, single.decisions().getFirst());
      boolean inTheWay = rows.stream().anyMatch(notToBeUsed::contains);
      boolean proposalGone = single.decisions().getFirst() instanceof Decision.CarriedOver;

      boolean carried = group.decisions().get(i) instanceof Decision.CarriedOver;
      assertThat(carried).as("claim %d is carried over", i).isEqualTo(inTheWay || proposalGone);
      if (carried) {
        notToBeUsed.addAll(scenario.blockedBy(claim, rows));
      } else {
        soFar.write(single.writes());
      }
    }
  }

  /** One event applied to a row, which must be the one before it. */
  private static SeatRow replay(SeatRow row, SeatEvent event, MemoryTables tables) {
    assertThat(event.version()).as("version of %s", event).isEqualTo(row.version() + 1);
    return switch (event.type()) {
      case HELD -> {
        assertThat(row.state()).isEqualTo(SeatState.FREE);
        HeldSeats hold = tables.hold(event.hold()).orElseThrow().hold();
        yield new SeatRow(
            row.seat(),
            SeatState.HELD,
            event.version(),
            Optional.of(new SeatRow.Owner(event.buyer(), event.hold(), hold.expiresAt())));
      }
      case RELEASED -> {
        assertThat(row.state()).isEqualTo(SeatState.HELD);
        assertThat(row.owner().orElseThrow().hold()).isEqualTo(event.hold());
        assertThat(row.owner().orElseThrow().buyer()).isEqualTo(event.buyer());
        yield new SeatRow(row.seat(), SeatState.FREE, event.version(), Optional.empty());
      }
      case SOLD -> throw new AssertionError("a claim sold a seat: " + event);
    };
  }
}
