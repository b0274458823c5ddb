package dev.stampede.consumer;

import java.time.Duration;

/**
 * The lag of a reader, over the partitions that it owns.
 *
 * @param records the number of messages, of Kafka's own too, that it has not handled
 * @param age how long ago everything that was there had been handled, in the partition that is
 *     furthest behind
 */
public record ReaderLag(long records, Duration age, int partitions) {

  public static final ReaderLag NONE = new ReaderLag(0, Duration.ZERO, 0);
}
