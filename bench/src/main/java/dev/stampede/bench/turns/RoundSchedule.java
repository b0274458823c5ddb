package dev.stampede.bench.turns;

import java.time.Duration;

/** The number and length of the warm-ups and measurements of each of several cases. */
public record RoundSchedule(int warmUps, Duration warmUp, int rounds, Duration round) {

  @Override
  public String toString() {
    return "%d warm-ups of %d ms and %d rounds of %d ms for each case, in turns"
        .formatted(warmUps, warmUp.toMillis(), rounds, round.toMillis());
  }
}
