package dev.stampede.matchmaking.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignOutcome.LeaseLost;
import dev.stampede.matchmaking.ticket.AssignOutcome.TicketsMissing;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.redis.RedisSettings;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The contract of the leases of a ticket store, whatever the shape of the Redis that keeps it:
 * claims, their ends, and assignments.
 */
abstract class TicketLeasesContract extends TicketStoreFixture {

  TicketLeasesContract(RedisSettings settings) {
    super(settings);
  }

  @Test
  void theOldestAreClaimedFirstAndNoneTwice() {
    List<TicketId> made = create(5);

    Lease first = claim(3);

    assertThat(first.tickets()).isEqualTo(made.subList(0, 3));
    assertThat(claim(10).tickets()).isEqualTo(made.subList(3, 5));
    assertThat(claim(10).tickets()).isEmpty();
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 5, 0));
  }

  @Test
  void aClaimContinuesAfterTheOldestTicketsAlreadySeen() {
    List<TicketId> made = create(4);
    Lease first = claim(2);
    leases.release(first.token(), first.tickets());

    Lease next = leases.claim(new TicketClaim(10, LEASE, first.through()));

    assertThat(next.tickets()).isEqualTo(made.subList(2, 4));
    assertThat(first.at()).isAfter(first.through());
  }

  @Test
  void releasedTicketsStandWhereTheyStood() {
    List<TicketId> made = create(3);
    Lease lease = claim(2);

    assertThat(leases.release(lease.token(), List.of(made.get(1)))).isEqualTo(1);
    assertThat(claim(1).tickets()).containsExactly(made.get(1));
    assertThat(leases.release(lease.token(), lease.tickets())).isEqualTo(1);
    assertThat(claim(10).tickets()).containsExactly(made.get(0), made.get(2));
  }

  @Test
  void anAbandonedLeaseEndsByItself() {
    List<TicketId> made = create(2);
    leases.claim(TicketClaim.of(10, SHORT));

    Lease next =
        Eventually.within(SOON)
            .until("the lease ends", () -> claim(10), lease -> !lease.tickets().isEmpty());

    assertThat(next.tickets()).isEqualTo(made);
  }

  /** Planted: a lease that is forgotten with its first thousand keeps the others for ever. */
  @Test
  void ofAnAbandonedLeaseLargerThanOneScriptGivesBackNoneIsLost() throws Exception {
    List<TicketId> made = createAtOnce(2_500);
    leases.claim(TicketClaim.of(TicketClaim.MAX_TICKETS, SHORT));

    List<TicketId> back = new ArrayList<>();
    Eventually.within(SOON)
        .until(
            "all of it comes back",
            () -> {
              back.addAll(claim(TicketClaim.MAX_TICKETS).tickets());
              return back.size() >= made.size();
            });

    assertThat(back).containsExactlyInAnyOrderElementsOf(made);
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 2_500, 0));
  }

  @Test
  void aRenewedLeaseLasts() {
    List<TicketId> made = create(2);
    Lease lease = leases.claim(TicketClaim.of(1, Duration.ofSeconds(5)));

    assertThat(leases.renew(lease.token(), made, LEASE)).isEqualTo(1);

    claim(1);
    assertThat(leases.renew(claim(1).token(), made, LEASE)).isZero();
    assertThat(assign(lease, lease.tickets())).isEqualTo(ASSIGNED);
  }

  /**
   * Frozen past its lease: whether somebody else has its tickets by now, or nobody. Planted: assign
   * without looking at whose the tickets are lets the first overwrite the second's assignment;
   * release without it hands the second's tickets to a third.
   */
  @Test
  void aBackendFrozenPastItsLeaseCanNeitherAssignNorReleaseNorRenew() {
    List<TicketId> made = create(4);
    Lease frozen = leases.claim(TicketClaim.of(2, SHORT));
    List<TicketId> taken = made.subList(0, 2);
    Lease next =
        Eventually.within(SOON)
            .until("it ends", () -> claim(2), lease -> lease.tickets().equals(taken));

    assertThat(assign(frozen, taken)).isEqualTo(new LeaseLost(taken));
    assertThat(leases.release(frozen.token(), taken)).isZero();
    assertThat(leases.renew(frozen.token(), taken, LEASE)).isZero();
    assertThat(claim(10).tickets()).doesNotContainAnyElementsOf(taken);
    assertThat(assign(next, taken)).isEqualTo(ASSIGNED);
  }

  /** Planted: a lease whose end nobody looks at is assigned here, and released. */
  @Test
  void aLeaseThatHasEndedIsLostEvenIfNobodyHasTakenItsTickets() {
    create(2);
    Lease frozen = leases.claim(TicketClaim.of(2, SHORT));
    Eventually.within(SOON)
        .until(
            "its time is over",
            () -> leases.renew(frozen.token(), frozen.tickets(), Duration.ofMillis(1)) == 0);

    assertThat(assign(frozen, frozen.tickets())).isEqualTo(new LeaseLost(frozen.tickets()));
    assertThat(leases.release(frozen.token(), frozen.tickets())).isZero();
    assertThat(claim(10).tickets()).isEqualTo(frozen.tickets());
  }

  @Test
  void aMatchIsAssignedWhollyAndItsTicketsAreCandidatesNoMore() {
    List<TicketId> made = create(2);
    Lease lease = claim(2);

    assertThat(assign(lease, made)).isEqualTo(ASSIGNED);

    assertThat(tickets.find(made.get(0)).orElseThrow().assignment()).contains(PLACE);
    assertThat(tickets.find(made.get(1)).orElseThrow().assignment()).contains(PLACE);
    assertThat(leases.release(lease.token(), made)).isZero();
    assertThat(claim(10).tickets()).isEmpty();
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 0, 2));
  }

  @Test
  void aTicketInTwoMatchesIsAssignedOnce() {
    List<TicketId> made = create(3);
    Lease lease = claim(3);

    List<AssignOutcome> outcomes =
        leases.assign(
            lease.token(),
            List.of(
                new AssignmentGroup(made.subList(0, 2), PLACE),
                new AssignmentGroup(made.subList(1, 3), Assignment.to("elsewhere"))));

    assertThat(outcomes).containsExactly(ASSIGNED, new LeaseLost(List.of(made.get(1))));
    assertThat(tickets.find(made.get(2)).orElseThrow().assignment()).isEmpty();
    assertThat(leases.release(lease.token(), made)).isEqualTo(1);
  }

  @Test
  void aMatchWithATicketThatIsGoneIsDroppedAndTheOthersReturn() {
    List<TicketId> made = create(4);
    Lease lease = claim(4);
    tickets.delete(made.get(1));

    List<AssignOutcome> outcomes =
        leases.assign(
            lease.token(),
            List.of(
                new AssignmentGroup(made.subList(0, 2), PLACE),
                new AssignmentGroup(made.subList(2, 4), PLACE)));

    assertThat(outcomes).containsExactly(new TicketsMissing(List.of(made.get(1))), ASSIGNED);
    assertThat(tickets.find(made.get(0)).orElseThrow().assignment()).isEmpty();
    assertThat(leases.counts())
        .as("who is gone is leased no more")
        .isEqualTo(new TicketCounts(0, 1, 2));
    leases.release(lease.token(), made);
    assertThat(claim(10).tickets()).containsExactly(made.get(0));
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 1, 2));
  }

  @Test
  void withoutValidationTheOthersOfItsMatchAreAssigned() {
    TicketLeases lenient = open(TicketSettings.DEFAULT.validating(false)).leases();
    List<TicketId> made = create(2);
    Lease lease = lenient.claim(TicketClaim.of(2, LEASE));
    tickets.delete(made.get(1));

    assertThat(lenient.assign(lease.token(), List.of(new AssignmentGroup(made, PLACE))))
        .containsExactly(ASSIGNED);

    assertThat(tickets.find(made.get(0)).orElseThrow().assignment()).contains(PLACE);
    assertThat(tickets.find(made.get(1))).isEmpty();
    assertThat(claim(10).tickets()).isEmpty();
  }

  /**
   * The race of the source document, step by step: a fetch that reads the index, an assignment that
   * de-indexes, a fetch that then reads what is pending, and takes an assigned ticket for an active
   * one. Here reading and marking are one step, and every order of the other steps leaves the
   * ticket with one owner: another's claim is tried after each of them.
   */
  @Test
  void anAssignedTicketNeverLooksActiveToAFetchThatBeganBefore() {
    List<TicketId> made = create(2);

    Lease first = claim(2); // 1. one backend fetches and marks, in one step
    assertThat(claim(2).tickets()).isEmpty(); // 2. another fetches: nothing is left in between
    assertThat(assign(first, made)).isEqualTo(ASSIGNED); // 3. assigned, de-indexed, in one step
    assertThat(claim(2).tickets()).isEmpty(); // 4. the other fetches again
    made.forEach(tickets::deindex); // 5. de-indexing what is assigned changes nothing
    assertThat(leases.release(first.token(), made)).isZero(); // 6. nor does giving it back
    assertThat(claim(2).tickets()).isEmpty();
    assertThat(leases.counts()).isEqualTo(new TicketCounts(0, 0, 2));
  }

  /** Planted: claim without taking out of ready hands every ticket to every fetcher. */
  @Test
  void ofAThousandTicketsAHundredFetchersGetNoneTwice() throws Exception {
    List<TicketId> made = createAtOnce(1_000);
    ConcurrentLinkedQueue<TicketId> fetched = new ConcurrentLinkedQueue<>();

    atOnce(100, () -> fetched.addAll(claim(10).tickets()));

    assertThat(fetched).hasSize(1_000).containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void theSameWhileHalfOfThemAreAssignedInPairs() throws Exception {
    List<TicketId> made = createAtOnce(1_000);
    ConcurrentLinkedQueue<TicketId> assigned = new ConcurrentLinkedQueue<>();

    atOnce(
        100,
        () -> {
          for (int round = 0; round < 4; round++) {
            Lease lease = claim(10);
            if (lease.tickets().size() < 4) {
              leases.release(lease.token(), lease.tickets());
              continue;
            }
            for (int pair = 0; pair < 2; pair++) {
              List<TicketId> two = lease.tickets().subList(2 * pair, 2 * pair + 2);
              if (assigned.size() < 500 && assign(lease, two).equals(ASSIGNED)) {
                assigned.addAll(two);
              }
            }
            leases.release(lease.token(), lease.tickets());
          }
        });

    assertThat(assigned.size()).isGreaterThanOrEqualTo(500);
    assertThat(new HashSet<>(assigned)).hasSameSizeAs(assigned);
    List<TicketId> left = claim(1_000).tickets();
    assertThat(left).doesNotContainAnyElementsOf(assigned);
    assertThat(left.size() + assigned.size()).isEqualTo(1_000);
    assertThat(made).containsAll(left).containsAll(assigned);
  }

  @Test
  void moreTicketsThanOneScriptTakesAreClaimedReadAndAssigned() throws Exception {
    createAtOnce(2_500);

    Lease lease = claim(TicketClaim.MAX_TICKETS);

    assertThat(lease.tickets()).hasSize(2_500);
    assertThat(leases.read(lease.tickets())).hasSize(2_500);
    assertThat(leases.renew(lease.token(), lease.tickets(), LEASE)).isEqualTo(2_500);
    List<AssignmentGroup> pairs =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new AssignmentGroup(lease.tickets().subList(2 * i, 2 * i + 2), PLACE))
            .toList();
    assertThat(leases.assign(lease.token(), pairs)).hasSize(1_000).containsOnly(ASSIGNED);
    assertThat(leases.release(lease.token(), lease.tickets())).isEqualTo(500);
    assertThat(leases.counts()).isEqualTo(new TicketCounts(500, 0, 2_000));
  }
}
