package dev.stampede.kafka.consumer;

import java.time.Duration;

/**
 * How far behind a reader is, over the partitions that are its own.
 *
 * @param records how many messages, of Kafka's own too, it has not handled
 * @param age how long ago everything that was there had been handled, in the partition that is
 *     furthest behind
 */
public record ReaderLag(long records, Duration age, int partitions) {

  public static final ReaderLag NONE = new ReaderLag(0, Duration.ZERO, 0);
}
