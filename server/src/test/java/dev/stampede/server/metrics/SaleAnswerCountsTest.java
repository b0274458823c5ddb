package dev.stampede.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The answers that count for the success rate. */
final class SaleAnswerCountsTest {

  private final SaleAnswerCounts counts = new SaleAnswerCounts(new SimpleMeterRegistry());

  @Test
  void aFailureIsA5xxOrARepeatWhoseFirstRequestDidNotEndInTime() {
    counts.claimed(Problem.of(ProblemType.OVERLOADED, "too many"));
    counts.claimed(Problem.of(ProblemType.IDEMPOTENCY_IN_FLIGHT, "still running"));
    counts.claimed(Problem.of(ProblemType.SEAT_TAKEN, "taken"));
    counts.claimed(new JsonAnswer(201, "done", Map.of()));

    assertThat(counts.failed()).isEqualTo(2);
    assertThat(counts.confirmed()).isEqualTo(1);
  }
}
