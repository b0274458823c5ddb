package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process by its number and the moment it began. Numbers are used again; together the two mean
 * one process.
 */
record RunningProcess(long pid, Instant since) {

  /** Clocks that are being corrected move the reported start of a process a little. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration KILL_TAKES_AT_MOST = Duration.ofSeconds(5);

  /** A process that has already ended counts as begun at the epoch, which no live one is. */
  static RunningProcess of(long pid) {
    return new RunningProcess(pid, startOf(pid).orElse(Instant.EPOCH));
  }

  boolean isAlive() {
    return startOf(pid)
        .filter(start -> Duration.between(start, since).abs().compareTo(TOLERANCE) <= 0)
        .isPresent();
  }

  /** Sends the signal, waits for the end within the grace, then kills. */
  void stop(StopSignal signal, Duration grace) {
    signal.sendTo(pid);
    if (!gone(grace)) {
      StopSignal.KILL.sendTo(pid);
      if (!gone(KILL_TAKES_AT_MOST)) {
        throw new EmbeddedException(
            "process %d did not end within %s of SIGKILL".formatted(pid, KILL_TAKES_AT_MOST));
      }
    }
  }

  private boolean gone(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    while (isAlive()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private static Optional<Instant> startOf(long pid) {
    return ProcessHandle.of(pid)
        .filter(_ -> !isZombie(pid))
        .flatMap(handle -> handle.info().startInstant());
  }

  /**
   * A process that has ended but that its parent has not asked for yet still has a number. In
   * containers whose first process never asks, it keeps it for good.
   */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
    } catch (IOException noSuchFileHere) {
      return false;
    }
  }
}
