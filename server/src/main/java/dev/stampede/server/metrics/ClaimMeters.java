package dev.stampede.server.metrics;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.engine.claim.layer.ClaimPassage;
import dev.stampede.engine.claim.layer.ClaimPassage.Gate;
import dev.stampede.engine.claim.layer.ClaimPassage.Layer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts claims by kind and outcome, by the layer that decided them, and the seat locks tried in
 * Redis. A lock that another buyer's key refused is contention, of which a hot sale is made; one
 * that nobody answered is a fault.
 */
public final class ClaimMeters implements ClaimObserver {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(75),
    Duration.ofMillis(150),
  };

  private final MeterRegistry registry;

  /** As many as there are kinds of claims times kinds of outcomes, at most. */
  private final Map<Kinds, Counter> kinds = new ConcurrentHashMap<>();

  private final Counter memory;
  private final Map<Gate, Counter> gate = new EnumMap<>(Gate.class);
  private final Counter taken;
  private final Counter contention;
  private final Counter fault;
  private final Timer asked;

  public ClaimMeters(MeterRegistry registry) {
    this.registry = registry;
    this.memory = layer("memory", "refused");
    gate.put(Gate.REFUSED, layer("redis", "refused"));
    gate.put(Gate.DOUBTED, layer("redis", "doubted"));
    gate.put(Gate.PASSED, layer("redis", "passed"));
    gate.put(Gate.SKIPPED, layer("redis", "skipped"));
    gate.put(Gate.SHED, layer("redis", "shed"));
    this.taken = lock("taken");
    this.contention = lock("contention");
    this.fault = lock("fault");
    this.asked =
        Timer.builder("stampede.seat.lock")
            .description("Time that claims waited for the gate's answer")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  private record Kinds(Class<?> claim, Class<?> outcome) {}

  @Override
  public void decided(Claim claim, ClaimPassage passage) {
    Kinds kind = new Kinds(claim.getClass(), passage.outcome().getClass());
    Counter counter = kinds.get(kind);
    if (counter == null) {
      counter = kinds.computeIfAbsent(kind, this::counter);
    }
    counter.increment();
    if (passage.layer() == Layer.MEMORY) {
      memory.increment();
    }
    if (passage.gate() != Gate.NOT_ASKED) {
      asked.record(passage.gateNanos(), TimeUnit.NANOSECONDS);
      Objects.requireNonNull(gate.get(passage.gate())).increment();
      lock(passage.gate()).increment();
    }
  }

  private Counter lock(Gate answer) {
    return switch (answer) {
      case NOT_ASKED -> throw new IllegalArgumentException("the gate was not asked");
      case PASSED -> taken;
      case REFUSED, DOUBTED -> contention;
      case SKIPPED, SHED -> fault;
    };
  }

  /** Seat locks tried so far. */
  public record SeatLocks(long taken, long contention, long fault) {

    public long all() {
      return taken + contention + fault;
    }
  }

  public SeatLocks locks() {
    return new SeatLocks((long) taken.count(), (long) contention.count(), (long) fault.count());
  }

  private Counter counter(Kinds kind) {
    return Counter.builder("stampede.claims")
        .description("Claims by kind and outcome")
        .tag("claim", label(kind.claim()))
        .tag("outcome", label(kind.outcome()))
        .register(registry);
  }

  private Counter layer(String layer, String verdict) {
    return Counter.builder("stampede.claim.layer")
        .description("Claims by the verdict of the layers before the database")
        .tag("layer", layer)
        .tag("verdict", verdict)
        .register(registry);
  }

  private Counter lock(String result) {
    return Counter.builder("stampede.seat.locks")
        .description("Seat locks tried in Redis: taken, refused by another buyer's, or unanswered")
        .tag("result", result)
        .register(registry);
  }

  /** {@code InsufficientPoints} is {@code insufficient-points}. */
  static String label(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
