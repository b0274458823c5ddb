package dev.stampede.bench.claims;

import dev.stampede.bench.report.Effort;
import dev.stampede.bench.sale.QuietWait;
import dev.stampede.bench.turns.RoundSchedule;
import java.time.Duration;

/**
 * The lengths of the measurements, chosen so that all ends within a minute, or within ten. The full
 * ones begin when the server's code is compiled; what a server sells before that is measured by
 * {@code cold}.
 */
record ClaimsSchedule(RoundSchedule turns, Duration openLoop, QuietWait quiet) {

  private static final ClaimsSchedule QUICK =
      new ClaimsSchedule(
          new RoundSchedule(1, Duration.ofMillis(300), 2, Duration.ofMillis(500)),
          Duration.ofSeconds(1),
          new QuietWait(Duration.ZERO));

  private static final ClaimsSchedule FULL =
      new ClaimsSchedule(
          new RoundSchedule(5, Duration.ofSeconds(5), 5, Duration.ofSeconds(3)),
          Duration.ofSeconds(10),
          new QuietWait(Duration.ofSeconds(10)));

  static ClaimsSchedule of(Effort effort) {
    return effort.quick() ? QUICK : FULL;
  }

  /** Selling a whole show takes several times as long as a round. */
  int sellOuts() {
    return (turns.rounds() + 1) / 2;
  }

  /** Ten thousand claims in the engine take a fraction of a round. */
  int flatRounds() {
    return 2 * (turns.rounds() - 1);
  }
}
