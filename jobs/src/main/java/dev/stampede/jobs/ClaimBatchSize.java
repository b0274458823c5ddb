package dev.stampede.jobs;

import java.time.Duration;

/**
 * Decides how many jobs to claim at once. Large batches are cheap, but no other worker can take the
 * jobs in one worker's buffer: a worker claims short jobs by hundreds, and long ones about as many
 * as run at once.
 */
final class ClaimBatchSize {

  /** A batch should last about this long. */
  static final Duration QUICKLY = Duration.ofMillis(100);

  static final Duration SLOWLY = Duration.ofMillis(500);

  private final int least;
  private final int most;
  private int size;

  ClaimBatchSize(int threads, int batch) {
    this.most = batch;
    this.least = Math.min(threads, batch);
    this.size = least;
  }

  int size() {
    return size;
  }

  /** A batch as large as wanted was gone from the buffer after this time. */
  void ate(Duration took) {
    if (took.compareTo(QUICKLY) < 0) {
      size = Math.min(most, size * 2);
    } else if (took.compareTo(SLOWLY) > 0) {
      size = Math.max(least, size / 2);
    }
  }
}
