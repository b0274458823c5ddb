package dev.stampede.matchmaking.testing;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.LeaseToken;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.matchmaking.ticket.TicketCounts;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The real store as a process sees it that now and then is frozen past its lease just before it
 * assigns, as by a long pause of the machine, and then goes on as if nothing had happened.
 */
final class FreezingLeases implements TicketLeases {

  private static final int ONE_IN = 15;

  private final TicketLeases store;
  private final Duration lease;
  private final AtomicInteger thawed;
  private final AtomicInteger wronglyAssigned;

  /**
   * A view.
   *
   * @param thawed counts how often it was frozen
   * @param wronglyAssigned counts matches that it was let assign although its lease was over
   */
  FreezingLeases(
      TicketLeases store, Duration lease, AtomicInteger thawed, AtomicInteger wronglyAssigned) {
    this.store = store;
    this.lease = lease;
    this.thawed = thawed;
    this.wronglyAssigned = wronglyAssigned;
  }

  @Override
  public List<AssignOutcome> assign(LeaseToken token, List<AssignmentGroup> matches) {
    if (ThreadLocalRandom.current().nextInt(ONE_IN) > 0) {
      return store.assign(token, matches);
    }
    long end = System.nanoTime() + lease.multipliedBy(2).toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    List<AssignOutcome> outcomes = store.assign(token, matches);
    thawed.incrementAndGet();
    outcomes.stream()
        .filter(outcome -> outcome instanceof AssignOutcome.Assigned)
        .forEach(_ -> wronglyAssigned.incrementAndGet());
    return outcomes;
  }

  /** Renews nothing, as a frozen process would. */
  @Override
  public int renew(LeaseToken token, List<TicketId> ids, Duration lasts) {
    return ids.size();
  }

  @Override
  public Lease claim(TicketClaim claim) {
    return store.claim(claim);
  }

  @Override
  public List<Ticket> read(List<TicketId> ids) {
    return store.read(ids);
  }

  @Override
  public int release(LeaseToken token, List<TicketId> ids) {
    return store.release(token, ids);
  }

  @Override
  public TicketCounts counts() {
    return store.counts();
  }

  @Override
  public WatchOutcome.Watch onArrival(Runnable arrived) {
    return store.onArrival(arrived);
  }
}
