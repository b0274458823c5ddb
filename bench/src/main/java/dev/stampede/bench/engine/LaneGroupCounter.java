package dev.stampede.bench.engine;

import dev.stampede.lane.LaneListener;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counts the lanes' groups and their sizes. */
final class LaneGroupCounter implements LaneListener {

  private final LongAdder groups = new LongAdder();
  private final LongAdder requests = new LongAdder();

  @Override
  public void committed(int size, Duration wait, Duration took) {
    groups.increment();
    requests.add(size);
  }

  /** The mean since the last look. */
  double meanAndReset() {
    long count = groups.sumThenReset();
    long sum = requests.sumThenReset();
    return count == 0 ? 0 : (double) sum / count;
  }
}
