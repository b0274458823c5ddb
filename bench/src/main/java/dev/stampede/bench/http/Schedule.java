package dev.stampede.bench.http;

import java.time.Duration;

/**
 * The lengths of the measurements, chosen so that five cases end within a minute, or within three.
 */
record Schedule(int warmUps, Duration warmUp, int rounds, Duration round) {

  static final Schedule QUICK =
      new Schedule(2, Duration.ofMillis(800), 3, Duration.ofMillis(1_000));
  static final Schedule FULL = new Schedule(2, Duration.ofSeconds(3), 7, Duration.ofSeconds(2));

  @Override
  public String toString() {
    return "%d warm-ups of %d ms and %d rounds of %d ms for each case, in turns, %d connections"
        .formatted(warmUps, warmUp.toMillis(), rounds, round.toMillis(), EchoRound.CONNECTIONS);
  }
}
