package dev.stampede.crowd;

import java.time.Duration;
import java.util.Map;

/**
 * The counts of a run after its warm-up.
 *
 * <p>{@code requests} were sent, or were queued to be sent when the run ended: each is either in
 * {@code statuses} or in {@code failures}. {@code turnedAway} found the backlog of an open loop
 * full and are in neither. {@code latency} is of the answered and the timed out; in an open loop
 * also of the unfinished, with the time they had waited when the run ended, because leaving them
 * out would hide a target that stopped.
 */
public record LoadResult(
    long requests,
    Map<Integer, Long> statuses,
    Map<Failure, Long> failures,
    long turnedAway,
    Duration duration,
    Latency latency) {

  private static final double NANOS_PER_SECOND = 1e9;

  public LoadResult {
    statuses = Map.copyOf(statuses);
    failures = Map.copyOf(failures);
  }

  /** Requests with an answer, whatever its status. */
  public long answered() {
    return statuses.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Answers with this status. */
  public long answered(int status) {
    return statuses.getOrDefault(status, 0L);
  }

  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  public long failed(Failure failure) {
    return failures.getOrDefault(failure, 0L);
  }

  /** Answers a second. */
  public double ratePerSecond() {
    return duration.isZero() ? 0 : answered() / (duration.toNanos() / NANOS_PER_SECOND);
  }

  @Override
  public String toString() {
    return "%d requests in %d ms, %.0f answers/s, statuses %s, failures %s, turned away %d, %s"
        .formatted(
            requests,
            duration.toMillis(),
            ratePerSecond(),
            statuses,
            failures,
            turnedAway,
            latency);
  }
}
