package dev.stampede.server.metrics;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatGate;
import dev.stampede.engine.show.ShowId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Counts the seat locks that were tried in Redis, by what came of them. One that another buyer's
 * key refused is contention, of which a hot sale is made; one that nobody answered is a fault.
 */
public final class CountedGate implements SeatGate {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(75),
    Duration.ofMillis(150),
  };

  private final SeatGate gate;
  private final Counter taken;
  private final Counter contention;
  private final Counter fault;
  private final Timer asked;

  public CountedGate(SeatGate gate, MeterRegistry registry) {
    this.gate = gate;
    this.taken = counter(registry, "taken");
    this.contention = counter(registry, "contention");
    this.fault = counter(registry, "fault");
    this.asked =
        Timer.builder("stampede.seat.lock")
            .description("How long claims waited for Redis to say whether a seat is another's")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String result) {
    return Counter.builder("stampede.seat.locks")
        .description("Seat locks tried in Redis: taken, refused by another buyer's, or unanswered")
        .tag("result", result)
        .register(registry);
  }

  @Override
  public Verdict enter(
      ShowId show, List<Integer> seats, Buyer buyer, HoldId hold, Optional<Operation> operation) {
    long began = System.nanoTime();
    Verdict verdict = gate.enter(show, seats, buyer, hold, operation);
    asked.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    Counter counter =
        switch (verdict) {
          case Verdict.Passed _ -> taken;
          case Verdict.Refused _ -> contention;
          case Verdict.Skipped _ -> fault;
        };
    counter.increment();
    return verdict;
  }

  @Override
  public void leave(ShowId show, List<Integer> seats, HoldId hold) {
    gate.leave(show, seats, hold);
  }

  @Override
  public void done(ShowId show, Operation operation) {
    gate.done(show, operation);
  }

  /** Locks tried so far. */
  public record Tried(long taken, long contention, long fault) {

    public long all() {
      return taken + contention + fault;
    }
  }

  public Tried tried() {
    return new Tried((long) taken.count(), (long) contention.count(), (long) fault.count());
  }
}
