package dev.stampede.bench.engine;

import dev.stampede.bench.turns.CaseSample;
import dev.stampede.bench.turns.Nanos;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Claims made by virtual threads in this process, each as soon as its last one is answered.
 *
 * @param latencies of those that succeeded
 * @param notCounted the number of answers that the judge did not count
 */
public record EngineRound(Nanos latencies, int notCounted, Duration took) {

  /** Says whether an answer counts; throws when it means that there is nothing to compare. */
  @FunctionalInterface
  public interface Judge {

    boolean counts(Claim claim, ClaimOutcome outcome);

    /** Every claim has to come to such an end. */
    static Judge expecting(Class<? extends ClaimOutcome.Success> wanted) {
      return (claim, outcome) -> {
        if (!wanted.isInstance(outcome)) {
          throw new IllegalStateException(
              "%s ended as %s; there is nothing to compare".formatted(claim, outcome));
        }
        return true;
      };
    }
  }

  /** Claims seats that nobody else wants: every claim has to become a hold. */
  public static EngineRound holding(Claims claims, int threads, ClaimSupply supply, Duration atMost)
      throws InterruptedException {
    return run(claims, threads, supply, atMost, Judge.expecting(ClaimOutcome.Held.class));
  }

  /** Claims until there is nothing left to claim, or no time. */
  public static EngineRound run(
      Claims claims, int threads, ClaimSupply supply, Duration atMost, Judge judge)
      throws InterruptedException {
    List<Future<Caller>> running = new ArrayList<>();
    long start = System.nanoTime();
    long end = start + atMost.toNanos();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < threads; thread++) {
        running.add(callers.submit(() -> new Caller(judge).claimUntil(end, claims, supply)));
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Nanos latencies = new Nanos();
    int notCounted = 0;
    for (Future<Caller> each : running) {
      Caller caller = result(each);
      latencies.addAll(caller.latencies);
      notCounted += caller.notCounted;
    }
    return new EngineRound(latencies, notCounted, took);
  }

  public int claims() {
    return latencies.count();
  }

  public double ratePerSecond() {
    return claims() / (took.toNanos() / 1e9);
  }

  public CaseSample sample(String note) {
    boolean any = latencies.count() > 0;
    return new CaseSample(
        ratePerSecond(),
        any ? OptionalDouble.of(latencies.percentileMillis(0.5)) : OptionalDouble.empty(),
        any ? OptionalDouble.of(latencies.percentileMillis(0.99)) : OptionalDouble.empty(),
        note);
  }

  private static Caller result(Future<Caller> thread) throws InterruptedException {
    try {
      return thread.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("claims broke off: " + e.getCause(), e.getCause());
    }
  }

  /** One thread's work and its notes. */
  private static final class Caller {

    private final Judge judge;
    private final Nanos latencies = new Nanos();
    private int notCounted;

    Caller(Judge judge) {
      this.judge = judge;
    }

    Caller claimUntil(long end, Claims claims, ClaimSupply supply) {
      for (long before = System.nanoTime(); before - end < 0; before = System.nanoTime()) {
        Claim claim = supply.next();
        if (claim == null) {
          break;
        }
        if (judge.counts(claim, claims.claim(claim))) {
          latencies.add(System.nanoTime() - before);
        } else {
          notCounted++;
        }
      }
      return this;
    }
  }
}
