package dev.stampede.lab.strategy;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.lab.plan.Guard;
import dev.stampede.locks.HeldLock;
import dev.stampede.locks.LockOutcome;
import dev.stampede.locks.LockRequest;
import dev.stampede.locks.Locks;
import dev.stampede.locks.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Takes a lock in Redis, then begins; commits, then releases. Inside nothing else keeps anybody
 * out: the lock is all there is, and without a fence it is worth what its time is worth.
 *
 * <p>The lock is on the show where any ticket will do, for it has to guard the choice as well; else
 * one on each seat, all or none.
 */
final class BehindRedisLock implements Attempt {

  /** The parameters of a request for the locks. */
  record Asking(Waiting waiting, Duration patience, Guard guard) {}

  private final List<? extends Locks> servers;
  private final Asking asking;
  private final DataSource pool;
  private final WaySteps steps;

  /**
   * Behind the locks of several servers.
   *
   * @param servers the lock libraries of as many servers; buyers are spread over them
   */
  BehindRedisLock(List<? extends Locks> servers, Asking asking, DataSource pool, WaySteps steps) {
    this.servers = List.copyOf(servers);
    this.asking = asking;
    this.pool = pool;
    this.steps = steps;
  }

  @Override
  public Try of(Claim.Hold claim) throws SQLException, InterruptedException {
    List<String> keys = keys(claim);
    LockRequest plain =
        LockRequest.on(keys.toArray(String[]::new))
            .lasting(asking.guard().ttl())
            .within(asking.patience())
            .by(asking.waiting());
    LockRequest request = asking.guard().fence() ? plain.fenced() : plain;
    Locks server = servers.get(Math.floorMod(claim.buyer().hashCode(), servers.size()));
    return switch (server.acquire(request)) {
      case LockOutcome.Acquired(HeldLock lock) -> {
        try {
          yield holding(lock, claim, keys);
        } finally {
          // Not close(): that a lock was lost meanwhile is what the lab may be here to see.
          var _ = lock.release();
        }
      }
      case LockOutcome.Busy _, LockOutcome.TimedOut _ ->
          new Try.Busy("a lock in Redis was not free");
      case LockOutcome.Unavailable away ->
          throw new IllegalStateException("Redis did not answer: " + away.reason());
    };
  }

  private Try holding(HeldLock lock, Claim.Hold claim, List<String> keys) throws SQLException {
    if (lock.fence().isEmpty()) {
      return new InTransaction(pool, new Unsafe(steps)).of(claim);
    }
    Fence fence = new Fence(lock.fence().getAsLong(), keys);
    try (Connection connection = pool.getConnection()) {
      fence.announce(connection);
    }
    return new InTransaction(pool, (within, what) -> fenced(within, what, fence)).of(claim);
  }

  private Try fenced(Connection transaction, Claim.Hold claim, Fence fence) throws SQLException {
    List<LabSeatRow> tickets = SeatTable.look(transaction, claim, "");
    Optional<Try> refusal = steps.refusal(claim, tickets);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    steps.think();
    return SeatTable.writeIfFenceHolds(transaction, claim, tickets, fence)
        ? WaySteps.sold(tickets)
        : new Try.Overtaken("a higher fence than " + fence.number());
  }

  private static List<String> keys(Claim.Hold claim) {
    String show = "{" + claim.show() + "}";
    return switch (claim.wanted()) {
      case Wanted.Best _ -> List.of(show);
      case Wanted.Seats(List<Integer> seats) -> seats.stream().map(seat -> show + seat).toList();
    };
  }
}
