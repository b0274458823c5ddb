package dev.stampede.server.metrics;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts claims by what they asked for and what became of them: bookings made, top-ups, refunds,
 * and refusals by their reason.
 */
public final class CountedClaims implements Claims {

  private final Claims claims;
  private final MeterRegistry registry;

  /** As many as there are kinds of claims times kinds of outcomes, at most. */
  private final Map<Kinds, Counter> counters = new ConcurrentHashMap<>();

  public CountedClaims(Claims claims, MeterRegistry registry) {
    this.claims = claims;
    this.registry = registry;
  }

  private record Kinds(Class<?> claim, Class<?> outcome) {}

  @Override
  public ClaimOutcome claim(Claim claim) {
    ClaimOutcome outcome = claims.claim(claim);
    Kinds kinds = new Kinds(claim.getClass(), outcome.getClass());
    Counter counter = counters.get(kinds);
    if (counter == null) {
      counter = counters.computeIfAbsent(kinds, this::counter);
    }
    counter.increment();
    return outcome;
  }

  private Counter counter(Kinds kinds) {
    return Counter.builder("stampede.claims")
        .description("Claims by kind and outcome")
        .tag("claim", label(kinds.claim()))
        .tag("outcome", label(kinds.outcome()))
        .register(registry);
  }

  /** {@code InsufficientPoints} is {@code insufficient-points}. */
  static String label(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
