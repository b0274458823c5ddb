package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ProblemTest {

  /** Red while the time was drawn once for a problem, and so for all whom one server refused. */
  @Test
  void clientsWhoGetTheSameProblemAreAskedToComeBackAtDifferentTimes() {
    Problem overloaded =
        Problem.of(ProblemType.OVERLOADED, "too many").retryAfter(Duration.ofSeconds(10));

    Set<Integer> seconds =
        Stream.generate(() -> Integer.valueOf(overloaded.headers().get("Retry-After")))
            .limit(200)
            .collect(Collectors.toSet());

    assertThat(seconds).hasSizeGreaterThan(5).allMatch(each -> each >= 10 && each <= 20);
  }

  @Test
  void aProblemThatDoesNotAskToComeBackHasNoSuchHeader() {
    Problem taken = Problem.of(ProblemType.SEAT_TAKEN, "taken").header("X", "1").with("a", "b");

    assertThat(taken.headers()).isEqualTo(Map.of("X", "1"));
    assertThat(taken.retryAfter(Duration.ofMillis(1)).headers()).containsKeys("X", "Retry-After");
  }
}
