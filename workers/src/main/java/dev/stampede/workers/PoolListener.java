package dev.stampede.workers;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of everything that nobody may be waiting for. The default writes to the log, so that no
 * failure is lost by being forgotten.
 */
public interface PoolListener {

  /** A task threw. Its outcome says so too. */
  default void failed(TaskContext task, Throwable failure) {
    Log.LOG.warn("task {} failed", task.name(), failure);
  }

  /** A task threw after it had been stopped, whose outcome was known by then. */
  default void failedLate(TaskContext task, Throwable failure) {
    Log.LOG.warn("task {} failed after it had been stopped", task.name(), failure);
  }

  /** A task returned a value after it had been stopped: what it did is done. */
  default void endedLate(TaskContext task) {
    Log.LOG.info("task {} finished after it had been stopped", task.name());
  }

  /** A task did not end when it was interrupted, and still holds its worker. */
  default void deaf(TaskContext task) {
    Log.LOG.warn("task {} ignores interrupts and still holds its worker", task.name());
  }

  /** Says everything to the log. */
  PoolListener LOGGING = new PoolListener() {};

  /** The log that the default listener writes to. */
  final class Log {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private Log() {}
  }
}
