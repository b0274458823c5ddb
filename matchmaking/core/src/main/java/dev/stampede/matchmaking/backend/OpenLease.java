package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketLeases;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tickets of one lease that a tick has not done with yet. While it is open it renews the lease;
 * when it closes, the tickets that are left go back to waiting.
 */
final class OpenLease implements AutoCloseable {

  /** Two renewals may be lost before the lease is. */
  private static final int RENEWALS_A_LEASE = 3;

  private static final Logger log = LoggerFactory.getLogger(OpenLease.class);

  private final TicketLeases leases;
  private final Lease lease;
  private final Duration lasts;
  private final Set<TicketId> held;
  private final CountDownLatch closing = new CountDownLatch(1);
  private int released;

  OpenLease(TicketLeases leases, Lease lease, Duration lasts) {
    this.leases = leases;
    this.lease = lease;
    this.lasts = lasts;
    this.held = ConcurrentHashMap.newKeySet(lease.tickets().size());
    held.addAll(lease.tickets());
    Thread.ofVirtual().name("ticket-lease").start(this::renew);
  }

  private void renew() {
    try {
      while (!closing.await(lasts.toNanos() / RENEWALS_A_LEASE, TimeUnit.NANOSECONDS)) {
        renewOnce();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Renews the lease and ignores a refusal: the store then refuses to assign too, which is what
   * counts.
   */
  private void renewOnce() {
    try {
      var _ = leases.renew(lease.token(), List.copyOf(held), lasts);
    } catch (RuntimeException | Error away) {
      log.warn("cannot renew a ticket lease; will retry", away);
    }
  }

  /** The store has them, or somebody else: nothing to give back. */
  void done(Collection<TicketId> tickets) {
    tickets.forEach(held::remove);
  }

  /** Gives all back but these: the sooner the better for other backends. */
  void keepOnly(Set<TicketId> tickets) {
    release(held.stream().filter(ticket -> !tickets.contains(ticket)).toList());
  }

  private void release(List<TicketId> tickets) {
    if (!tickets.isEmpty()) {
      released += leases.release(lease.token(), tickets);
      done(tickets);
    }
  }

  /** Returns the number of tickets that went back so far. */
  int released() {
    return released;
  }

  /** A store that does not answer gets them back when the lease ends. */
  @Override
  public void close() {
    closing.countDown();
    try {
      release(List.copyOf(held));
    } catch (RuntimeException away) {
      log.warn(
          "{} tickets were not given back; they wait again when their lease ends, within {}",
          held.size(),
          lasts,
          away);
    }
  }
}
