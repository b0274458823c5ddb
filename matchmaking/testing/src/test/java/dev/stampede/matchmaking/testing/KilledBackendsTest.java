package dev.stampede.matchmaking.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendSettings;
import dev.stampede.matchmaking.backend.MatchLoop;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.TicketSettings;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Backends that die at random moments, or freeze past their lease and go on, while tickets come:
 * none is lost and none assigned twice.
 *
 * <p>A backend dies when its connection is cut for good: whatever it was about to ask, Redis never
 * hears of it. Of its last assignment nobody knows whether it was made, but the store does, and it
 * counts: had any ticket been assigned twice, it would have counted more than there are. Planted
 * and caught: an assignment that leaves its tickets leased (they come back and are assigned again),
 * and one that does not look at the token (the frozen ones get away with it).
 */
final class KilledBackendsTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final Duration RUNS = Duration.ofSeconds(LONG ? 60 : 6);
  private static final Duration LEASE = Duration.ofMillis(400);
  private static final int BACKENDS = 3;
  private static final Duration TICK = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final TicketSettings SETTINGS =
      new TicketSettings(Duration.ofHours(1), Duration.ofHours(1), true, 1_000_000, 100);

  /** One that can be killed. */
  private static final class Mortal {
    private final SharedStore store;
    private final MatchLoop loop;

    Mortal(SharedStore of, AtomicInteger thawed, AtomicInteger wronglyAssigned) {
      store = of.another(SETTINGS);
      TicketLeases leases = new FreezingLeases(store.leases(), LEASE, thawed, wronglyAssigned);
      Backend backend =
          new Backend(
              leases,
              List.of(
                  new MatchPlan(
                      MatchProfile.forEverybody("1v1"), new OneVersusOne(), placesOfTheirOwn())),
              BackendSettings.DEFAULT.claiming(50).leasing(LEASE));
      loop = MatchLoop.start(backend, leases, TICK, Duration.ofMillis(1));
    }

    void kill() {
      store.kill();
      loop.close();
      store.close();
    }
  }

  @Test
  void noTicketIsLostAndNoneAssignedTwice() throws Exception {
    try (SharedStore store = new SharedStore(SETTINGS)) {
      AtomicInteger thawed = new AtomicInteger();
      AtomicInteger wronglyAssigned = new AtomicInteger();
      List<Mortal> backends = new ArrayList<>();
      for (int i = 0; i < BACKENDS; i++) {
        backends.add(new Mortal(store, thawed, wronglyAssigned));
      }
      ConcurrentLinkedQueue<TicketId> made = new ConcurrentLinkedQueue<>();
      long end = System.nanoTime() + RUNS.toNanos();
      Thread crowd = Thread.startVirtualThread(() -> come(store, made, end));

      Random random = new Random(17);
      int killed = 0;
      while (System.nanoTime() < end || killed <= 3) {
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(400)).toNanos());
        int victim = random.nextInt(BACKENDS);
        backends.get(victim).kill();
        backends.set(victim, new Mortal(store, thawed, wronglyAssigned));
        killed++;
      }
      crowd.join();
      Eventually.within(PATIENCE)
          .until(
              "one was frozen and went on",
              () -> {
                made.add(store.create().id());
                made.add(store.create().id());
                return thawed.get() > 0;
              });
      Eventually.within(PATIENCE)
          .until(
              "everybody plays",
              store.leases()::counts,
              counts -> counts.waiting() == 0 && counts.leased() == 0);
      backends.forEach(Mortal::kill);

      assertThat(killed).isGreaterThan(3);
      assertThat(thawed).hasPositiveValue();
      assertThat(wronglyAssigned).hasValue(0);
      assertThat(store.leases().counts()).isEqualTo(new TicketCounts(0, 0, made.size()));
      Map<String, Integer> players = new HashMap<>();
      made.forEach(id -> players.merge(store.connectionOf(id), 1, Integer::sum));
      assertThat(players).hasSize(made.size() / 2);
      assertThat(players.values()).containsOnly(2);
      store.forget();
    }
  }

  /** Pairs, so that at the end everybody has a partner. */
  private static void come(SharedStore store, ConcurrentLinkedQueue<TicketId> made, long end) {
    while (System.nanoTime() < end) {
      made.add(store.create().id());
      made.add(store.create().id());
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static Assigner placesOfTheirOwn() {
    return matches ->
        matches.stream()
            .map(
                match ->
                    new AssignmentGroup(
                        match.ticketIds(), Assignment.to(UUID.randomUUID().toString())))
            .toList();
  }
}
