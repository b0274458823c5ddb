package dev.stampede.server.sale;

import dev.stampede.engine.claim.layer.ClaimPassage.Gate;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The traffic of one show that this process has seen within the last minute. */
final class ShowTraffic {

  private static final Map<ProblemType, Integer> REFUSALS = numbered(ProblemType.class);
  private static final Map<Gate, Integer> GATE = numbered(Gate.class);

  /** After all kinds of refusals. */
  private static final int SUCCESS = REFUSALS.size();

  private final LongSupplier nanos;
  private final LastMinuteCounts claims;
  private final LastMinuteCounts gate;
  private final CounterGrowth admitted;
  private volatile long lastNanos;

  /** Claims that were answered; refusals by the slugs that their buyers were told. */
  record Claims(double perSecond, long succeeded, Map<String, Long> refused) {
    Claims {
      refused = Map.copyOf(refused);
    }

    long allRefused() {
      return refused.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Locks of layer 1.
   *
   * @param failureRate nothing while none was tried
   */
  record Locks(long tried, long refused, @Nullable Double failureRate) {}

  ShowTraffic(LongSupplier nanos) {
    this.nanos = nanos;
    this.claims = new LastMinuteCounts(SUCCESS + 1, nanos);
    this.gate = new LastMinuteCounts(GATE.size(), nanos);
    this.admitted = new CounterGrowth(nanos);
    this.lastNanos = nanos.getAsLong();
  }

  /** Something happened, or somebody looks. */
  ShowTraffic touched() {
    lastNanos = nanos.getAsLong();
    return this;
  }

  long idleNanos() {
    return nanos.getAsLong() - lastNanos;
  }

  void answered(Answer answer) {
    claims.add(answer instanceof Problem problem ? number(REFUSALS, problem.type()) : SUCCESS);
  }

  void heard(Gate answer) {
    gate.add(number(GATE, answer));
  }

  /** Returns how many buyers were let in within the last minute, given how many were so far. */
  long admittedInTheLastMinute(long soFar) {
    return admitted.lastMinute(soFar);
  }

  Claims claims() {
    long[] counts = claims.counts();
    long all = counts[SUCCESS];
    Map<String, Long> refused = new TreeMap<>();
    for (Map.Entry<ProblemType, Integer> refusal : REFUSALS.entrySet()) {
      long count = counts[refusal.getValue()];
      if (count > 0) {
        refused.put(refusal.getKey().slug(), count);
        all += count;
      }
    }
    return new Claims(claims.perSecond(all), counts[SUCCESS], refused);
  }

  /** One that was refused and tried all the same was refused. */
  Locks locks() {
    long[] counts = gate.counts();
    long refused = counts[number(GATE, Gate.REFUSED)] + counts[number(GATE, Gate.DOUBTED)];
    long tried = refused + counts[number(GATE, Gate.PASSED)];
    return new Locks(tried, refused, Rounded.share(refused, tried));
  }

  private static <K extends Enum<K>> Map<K, Integer> numbered(Class<K> kinds) {
    Map<K, Integer> numbers = new EnumMap<>(kinds);
    for (K kind : kinds.getEnumConstants()) {
      numbers.put(kind, numbers.size());
    }
    return Collections.unmodifiableMap(numbers);
  }

  private static <K> int number(Map<K, Integer> numbers, K kind) {
    return Objects.requireNonNull(numbers.get(kind));
  }
}
