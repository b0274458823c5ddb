package dev.stampede.crowd;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The counts of one event loop; nothing is shared while a run lasts. */
final class Tally {

  private static final int STATUSES = 600;

  private final long[] statuses = new long[STATUSES];
  private final Map<Failure, Long> failures = new EnumMap<>(Failure.class);
  private Latency latency = Latency.none();
  private long requests;
  private long turnedAway;
  private long endedNanos = Long.MIN_VALUE;

  void sent() {
    requests++;
  }

  void answered(int status, long nanos) {
    statuses[status]++;
    latency.record(nanos);
  }

  void failed(Failure failure) {
    failures.merge(failure, 1L, Long::sum);
  }

  void waited(long nanos) {
    latency.record(nanos);
  }

  void turnedAway(long count) {
    turnedAway += count;
  }

  /** The moment after which nothing more was sent. */
  void ended(long nowNanos) {
    endedNanos = nowNanos;
  }

  long sentSoFar() {
    return requests;
  }

  void add(Tally other) {
    for (int i = 0; i < statuses.length; i++) {
      statuses[i] += other.statuses[i];
    }
    other.failures.forEach((failure, count) -> failures.merge(failure, count, Long::sum));
    latency = latency.plus(other.latency);
    requests += other.requests;
    turnedAway += other.turnedAway;
    endedNanos = Math.max(endedNanos, other.endedNanos);
  }

  LoadResult result(long countedFromNanos) {
    Map<Integer, Long> byStatus = new TreeMap<>();
    for (int status = 0; status < statuses.length; status++) {
      if (statuses[status] > 0) {
        byStatus.put(status, statuses[status]);
      }
    }
    Duration duration = Duration.ofNanos(Math.max(0, endedNanos - countedFromNanos));
    return new LoadResult(requests, byStatus, failures, turnedAway, duration, latency);
  }
}
