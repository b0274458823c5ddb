package dev.stampede.bench.jobs;

import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Measures how fast workers empty a full queue, from their start on. The last round's time decides
 * how much is put into it, so that a round lasts about as long as wanted.
 */
final class DrainCase implements Case {

  private static final int MOST = 500_000;

  private final NoOpJobs queue;
  private int jobs;

  DrainCase(NoOpJobs queue, int atFirst) {
    this.queue = queue;
    this.jobs = atFirst;
  }

  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public CaseSample measure(Duration duration) throws Exception {
    queue.fill(jobs);
    double seconds = queue.drain(jobs).toNanos() / 1e9;
    CaseSample sample =
        new CaseSample(
            jobs / seconds,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            "%,d jobs".formatted(jobs));
    jobs = (int) Math.clamp(sample.ratePerSecond() * duration.toMillis() / 1_000, 500, MOST);
    return sample;
  }
}
