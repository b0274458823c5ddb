package dev.stampede.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Up to when everything that was in our partitions has been handled.
 *
 * <p>Of each partition its end is looked up now and then. When what was the end then is behind us,
 * everything of that moment is handled. That the end has moved on meanwhile does not matter: under
 * steady load it always has.
 */
final class ReaderProgress {

  private final Map<TopicPartition, Mark> marks = new HashMap<>();
  private final Map<TopicPartition, Long> asOf = new HashMap<>();
  private long records;

  /** An end, and when it was that. */
  private record Mark(long end, long nanos) {}

  /** Begins with partitions that have just become ours: handled up to no moment that we know. */
  void keepOnly(Collection<TopicPartition> ours) {
    marks.keySet().retainAll(ours);
    asOf.keySet().retainAll(ours);
  }

  /**
   * Takes note of where the partitions end, as of a moment, and how far they are handled.
   *
   * @param handled the first that is not
   */
  void look(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> handled, long nanos) {
    records = 0;
    ends.forEach(
        (partition, end) -> {
          long at = handled.getOrDefault(partition, 0L);
          records += Math.max(0, end - at);
          Mark mark = marks.get(partition);
          if (at >= end) {
            asOf.put(partition, nanos);
            marks.remove(partition);
          } else if (mark == null) {
            marks.put(partition, new Mark(end, nanos));
          } else if (at >= mark.end()) {
            asOf.put(partition, mark.nanos());
            marks.put(partition, new Mark(end, nanos));
          }
        });
  }

  /** Returns the age of the handled part of each partition for which we know it. */
  Map<TopicPartition, Duration> ages(long nanos) {
    Map<TopicPartition, Duration> ages = new HashMap<>();
    asOf.forEach((partition, at) -> ages.put(partition, Duration.ofNanos(nanos - at)));
    return ages;
  }

  /** The number of records that were not handled at the last look. */
  long records() {
    return records;
  }
}
