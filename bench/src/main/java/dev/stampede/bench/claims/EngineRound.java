package dev.stampede.bench.claims;

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

/** Claims made by virtual threads in this process, each as soon as its last one is answered. */
record EngineRound(Nanos latencies, Duration took) {

  /** Claims until the seats or the time are used up; every claim has to succeed. */
  static EngineRound run(Claims claims, int threads, SeatQueue seats, Duration atMost)
      throws InterruptedException {
    List<Future<Nanos>> running = new ArrayList<>();
    long start = System.nanoTime();
    long end = start + atMost.toNanos();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < threads; thread++) {
        running.add(callers.submit(() -> claimUntil(end, claims, seats)));
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Nanos latencies = new Nanos();
    for (Future<Nanos> each : running) {
      latencies.addAll(result(each));
    }
    return new EngineRound(latencies, took);
  }

  int claims() {
    return latencies.count();
  }

  double ratePerSecond() {
    return claims() / (took.toNanos() / 1e9);
  }

  Sample sample(String note) {
    return new Sample(
        ratePerSecond(),
        OptionalDouble.of(latencies.percentileMillis(0.5)),
        OptionalDouble.of(latencies.percentileMillis(0.99)),
        note);
  }

  private static Nanos claimUntil(long end, Claims claims, SeatQueue seats) {
    Nanos latencies = new Nanos();
    for (long before = System.nanoTime(); before - end < 0; before = System.nanoTime()) {
      Claim claim = seats.next();
      if (claim == null) {
        break;
      }
      ClaimOutcome outcome = claims.claim(claim);
      if (!(outcome instanceof ClaimOutcome.Held)) {
        throw new IllegalStateException(
            "%s of a free seat ended as %s; there is nothing to compare".formatted(claim, outcome));
      }
      latencies.add(System.nanoTime() - before);
    }
    return latencies;
  }

  private static Nanos result(Future<Nanos> thread) throws InterruptedException {
    try {
      return thread.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("claims broke off: " + e.getCause(), e.getCause());
    }
  }
}
