package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Decider;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.prove.simulation.world.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A lane's transactions as {@code GroupCommitter} has them: lock what the claims need, or go
 * without what others have locked; read the time; decide with the engine's {@link Decider}; write
 * and commit. The commit may fail, and so may its answer.
 */
final class ExpiryCommitter implements Committer<Claim, ClaimOutcome> {

  private static final int LOCK_WAIT_MILLIS = 250;

  private final World world;
  private final ExpiryStore store;
  private final Locked.Terms terms;
  private final int troublePerMille;

  ExpiryCommitter(World world, ExpiryStore store, Locked.Terms terms, int troublePerMille) {
    this.world = world;
    this.store = store;
    this.terms = terms;
    this.troublePerMille = troublePerMille;
  }

  @Override
  public Commit<ClaimOutcome> commit(List<Claim> group) throws InterruptedException {
    return run(group, 0);
  }

  @Override
  public Commit<ClaimOutcome> commitAlone(Claim claim) throws InterruptedException {
    return run(List.of(claim), LOCK_WAIT_MILLIS);
  }

  private Commit<ClaimOutcome> run(List<Claim> group, int waitMillis) throws InterruptedException {
    ExpiryLocks locks = new ExpiryLocks(world, store);
    try {
      pause();
      Needs needs = needs(group);
      if (!locks.take(needs.all(), waitMillis) && waitMillis > 0) {
        return new Commit.Done<>(
            Collections.nCopies(group.size(), new Decision.CarriedOver<ClaimOutcome>()));
      }
      Instant now = store.now();
      Locked locked = locked(locks, needs, now);
      GroupResult result = Decider.decide(group, locked, Map.of());
      pause();
      if (result.writes().isEmpty()) {
        return new Commit.Done<>(result.decisions());
      }
      return write(result, now);
    } finally {
      locks.release();
    }
  }

  private Commit<ClaimOutcome> write(GroupResult result, Instant now) throws InterruptedException {
    if (world.dice().chance(troublePerMille)) {
      throw new LaneUnavailableException("the connection was lost before the commit");
    }
    boolean lost = world.dice().chance(troublePerMille);
    boolean commits = !lost || world.dice().chance(500);
    if (commits) {
      store.commit(result.writes(), now);
    }
    pause();
    return lost
        ? new Commit.InDoubt<>(
            result.decisions(), () -> commits ? Commit.Fate.COMMITTED : Commit.Fate.ROLLED_BACK)
        : new Commit.Done<>(result.decisions());
  }

  private void pause() throws InterruptedException {
    Thread.sleep(world.dice().between(0, 4));
  }

  /** The rows that a group needs, in the order in which everybody locks them. */
  private record Needs(Set<Integer> seats, Set<Buyer> buyers, Set<HoldId> holds, Set<String> keys) {

    List<Object> all() {
      List<Object> rows = new ArrayList<>(seats);
      rows.addAll(buyers);
      return rows;
    }
  }

  private Needs needs(List<Claim> group) {
    Needs needs =
        new Needs(new TreeSet<>(), new TreeSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    for (Claim claim : group) {
      needs.buyers().add(claim.buyer());
      claim.operation().ifPresent(operation -> needs.keys().add(operation.id()));
      switch (claim) {
        case Claim.Taking taking when taking.wanted() instanceof Wanted.Seats wanted ->
            needs.seats().addAll(wanted.numbers());
        case Claim.Release release -> add(needs, release.id());
        case Claim.Book book -> add(needs, book.hold());
        case Claim.Cancel cancel -> {
          Booking booking = store.bookings().get(cancel.booking());
          if (booking != null) {
            needs.seats().addAll(booking.seats());
          }
        }
        default -> throw new IllegalArgumentException(claim + " is not simulated");
      }
    }
    return needs;
  }

  private void add(Needs needs, HoldId id) {
    needs.holds().add(id);
    HoldRow row = store.holds().get(id);
    if (row != null) {
      needs.seats().addAll(row.hold().seats());
    }
  }

  private Locked locked(ExpiryLocks locks, Needs needs, Instant now) {
    List<Integer> seats = needs.seats().stream().filter(locks::has).toList();
    List<Buyer> buyers = needs.buyers().stream().filter(locks::has).toList();
    Map<HoldId, HoldRow> holds = new LinkedHashMap<>();
    needs.holds().forEach(id -> find(id, holds));
    seats.forEach(seat -> store.seat(seat).owner().ifPresent(one -> find(one.hold(), holds)));
    Map<String, Locked.StoredAnswer> operations = new LinkedHashMap<>(store.operations());
    operations.keySet().retainAll(needs.keys());
    return new Locked(
        now,
        Map.<ShowId, Locked.Terms>of(ExpiryStore.SHOW, terms),
        WalletLimits.DEFAULT,
        store.rows(seats, buyers, buyers, now),
        new Locked.Found(holds, store.bookings(), Set.of(), operations, Set.of()));
  }

  private void find(HoldId id, Map<HoldId, HoldRow> found) {
    HoldRow row = store.holds().get(id);
    if (row != null) {
      found.put(id, row);
    }
  }
}
