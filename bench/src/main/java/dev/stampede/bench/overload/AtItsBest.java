package dev.stampede.bench.overload;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;

/** The load under which most is sold, and how much that was the last time. */
final class AtItsBest implements Case {

  private final ClaimLoad load;
  private double perSecond;

  AtItsBest(ClaimLoad load, double perSecond) {
    this.load = load;
    this.perSecond = perSecond;
  }

  @Override
  public String name() {
    return load.name();
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    CaseSample sample = load.measure(duration);
    perSecond = sample.ratePerSecond();
    return sample;
  }

  int connections() {
    return load.connections();
  }

  double perSecond() {
    return perSecond;
  }
}
