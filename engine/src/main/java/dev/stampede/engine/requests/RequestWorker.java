package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.claim.layer.ClaimsInOrder.Obstacle;
import dev.stampede.engine.claim.layer.ClaimsInOrder.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the requests of a partition through the claims, in their order, until each has its outcome.
 *
 * <p>A request that is not decided for reasons that pass (the database is away, the lane is full, a
 * commit was not answered) is tried again for as long as it takes: it was accepted. Two things end
 * a request all the same, without effect, so that no other waits behind it for good: a row that
 * stays locked through every try, and a request that breaks every time it is decided. Both ends are
 * written down only if no other server has decided it meanwhile.
 */
public final class RequestWorker {

  /**
   * So many partitions are worked on at once, each with one batch. It keeps the lanes busy and
   * leaves most of their places to those who wait at the other end of a connection.
   */
  private static final int PARTITIONS_AT_ONCE = 4;

  /** A request that breaks is tried so often, for the fault may lie elsewhere and pass. */
  static final int TRIES_TO_BREAK = 5;

  /**
   * A request whose row somebody has locked is tried so often. Each try is several by itself, and
   * none of them takes longer than a transaction may: no buyer's claim holds the row through all of
   * them.
   */
  static final int TRIES_WHILE_BUSY = 30;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** The interval at which a thread that waits for its turn checks if it should go on. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private static final Logger log = LoggerFactory.getLogger(RequestWorker.class);

  private final ClaimsInOrder claims;
  private final RequestOutcomes outcomes;
  private final BookingRequestListener listener;
  private final Semaphore turns = new Semaphore(PARTITIONS_AT_ONCE);

  public RequestWorker(
      ClaimsInOrder claims, RequestOutcomes outcomes, BookingRequestListener listener) {
    this.claims = claims;
    this.outcomes = outcomes;
    this.listener = listener;
  }

  /**
   * Decides them, or stops when it is told to.
   *
   * @return how many of them have an outcome, from the first on
   */
  public int decide(int partition, List<BookingRequest> requests, BooleanSupplier goOn) {
    Batch batch = new Batch(partition, requests, goOn);
    while (batch.done < requests.size() && goOn.getAsBoolean()) {
      batch.step();
    }
    return batch.done;
  }

  /** Requests of one partition on their way, and how hard it is. */
  private final class Batch {

    private final int partition;
    private final List<BookingRequest> requests;
    private final BooleanSupplier goOn;
    private int done;
    private int broke;
    private int busy;
    private Duration pause = FIRST_PAUSE;

    Batch(int partition, List<BookingRequest> requests, BooleanSupplier goOn) {
      this.partition = partition;
      this.requests = requests;
      this.goOn = goOn;
    }

    void step() {
      Progress progress = inTurn(partition, requests.subList(done, requests.size()), goOn);
      for (ClaimOutcome outcome : progress.outcomes()) {
        listener.decided(requests.get(done), outcome);
        next();
      }
      progress.obstacle().ifPresent(obstacle -> meet(requests.get(done), obstacle));
    }

    private void next() {
      done++;
      broke = 0;
      busy = 0;
      pause = FIRST_PAUSE;
    }

    private void meet(BookingRequest request, Obstacle obstacle) {
      switch (obstacle) {
        case Obstacle.Busy _ -> {
          busy++;
          if (busy < TRIES_WHILE_BUSY) {
            rest();
          } else {
            end(request, new ClaimOutcome.Overloaded("a row stayed locked"));
          }
        }
        case Obstacle.Broke(Throwable cause) -> {
          broke++;
          log.warn("deciding request {} failed, try {}", request.id(), broke, cause);
          if (broke < TRIES_TO_BREAK) {
            rest();
          } else {
            end(request, new ClaimOutcome.Broken());
          }
        }
        case Obstacle.NotNow(String why) -> {
          log.debug("requests of partition {} have to wait: {}", partition, why);
          rest();
        }
      }
    }

    private void end(BookingRequest request, ClaimOutcome outcome) {
      try {
        if (outcomes.end(request.id(), request.claim().show(), outcome)) {
          listener.decided(request, outcome);
        }
        next();
      } catch (RuntimeException away) {
        log.debug("the end of request {} could not be written yet", request.id(), away);
        rest();
      }
    }

    private void rest() {
      listener.delayed();
      LockSupport.parkNanos(pause.toNanos());
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }
  }

  private Progress inTurn(int partition, List<BookingRequest> requests, BooleanSupplier goOn) {
    try {
      while (!turns.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        if (!goOn.getAsBoolean()) {
          return stopped(new Obstacle.NotNow("this server gives the partition up"));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopped(new Obstacle.NotNow("interrupted"));
    }
    try {
      return claims.claimInOrder(partition, requests);
    } catch (RuntimeException | Error e) {
      return stopped(new Obstacle.Broke(e));
    } finally {
      turns.release();
    }
  }

  private static Progress stopped(Obstacle obstacle) {
    return new Progress(List.of(), Optional.of(obstacle));
  }
}
