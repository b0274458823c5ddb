package dev.stampede.server.metrics;

import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Counts the answers to buyers who wanted to move seats or points: success, refusal by a rule, or
 * failure. Refusals by a rule are the daily bread of a hot sale; failures are ours.
 */
public final class SaleAnswerCounts {

  private static final int ACCEPTED = 202;
  private static final int FIRST_FAILURE = 500;
  private static final String NO_SLUG = "none";

  private final Counter confirmed;
  private final Map<ProblemType, Counter> problems;

  public SaleAnswerCounts(MeterRegistry registry) {
    this.confirmed = counter(registry, "confirmed", NO_SLUG);
    Map<ProblemType, Counter> all = new EnumMap<>(ProblemType.class);
    for (ProblemType type : ProblemType.values()) {
      all.put(type, counter(registry, isFailure(type) ? "failed" : "refused", type.slug()));
    }
    this.problems = Collections.unmodifiableMap(all);
  }

  private static Counter counter(MeterRegistry registry, String result, String slug) {
    return Counter.builder("stampede.sale.answers")
        .description("Requests to move seats or points, by the answer to the buyer")
        .tag("result", result)
        .tag("slug", slug)
        .register(registry);
  }

  /** True for 5xx, and for a repeat that timed out while its first request was running. */
  private static boolean isFailure(ProblemType type) {
    return type.status() >= FIRST_FAILURE || type == ProblemType.IDEMPOTENCY_IN_FLIGHT;
  }

  /** Counts the answer to a claim, unless the claim was only accepted and is not decided yet. */
  public void claimed(Answer answer) {
    if (answer instanceof Problem problem) {
      Objects.requireNonNull(problems.get(problem.type())).increment();
    } else if (!(answer instanceof JsonAnswer reply && reply.status() == ACCEPTED)) {
      confirmed.increment();
    }
  }

  public long confirmed() {
    return (long) confirmed.count();
  }

  /** Counts the failures: 5xx, time-outs and unknown outcomes among them. */
  public long failed() {
    return (long)
        problems.entrySet().stream()
            .filter(each -> isFailure(each.getKey()))
            .mapToDouble(each -> each.getValue().count())
            .sum();
  }
}
