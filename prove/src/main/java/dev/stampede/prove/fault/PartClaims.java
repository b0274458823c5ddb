package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The shares of a site's parts that faults hold now. The schedule knows when a fault should be
 * over; a repair that takes longer keeps its shares, and the next fault waits.
 */
final class PartClaims {

  private final SiteShape shape;
  private final Map<String, Semaphore> free = new ConcurrentHashMap<>();

  PartClaims(SiteShape shape) {
    this.shape = shape;
  }

  /** Returns true if all are held now, false if none is since some were not free in time. */
  boolean take(List<PartClaim> claims, Duration within) throws InterruptedException {
    long until = System.nanoTime() + within.toNanos();
    List<PartClaim> held = new ArrayList<>();
    // In one order, so that two faults never wait for each other.
    for (PartClaim claim : claims.stream().sorted(Comparator.comparing(PartClaim::part)).toList()) {
      long left = Math.max(0, until - System.nanoTime());
      if (!of(claim).tryAcquire(claim.shares(), left, TimeUnit.NANOSECONDS)) {
        give(held);
        return false;
      }
      held.add(claim);
    }
    return true;
  }

  void give(List<PartClaim> claims) {
    claims.forEach(claim -> of(claim).release(claim.shares()));
  }

  private Semaphore of(PartClaim claim) {
    return free.computeIfAbsent(
        claim.part(), part -> new Semaphore(PartClaim.sharesOf(part, shape), true));
  }
}
