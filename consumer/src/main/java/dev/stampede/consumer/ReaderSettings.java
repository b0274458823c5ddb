package dev.stampede.consumer;

import java.util.regex.Pattern;

/**
 * The settings of a reader.
 *
 * @param bootstrapServers the addresses of the brokers, as in Kafka's own setting of that name
 * @param group readers of one group share the partitions
 * @param parkLimit the most messages that are put aside; a partition with one more stands still
 */
public record ReaderSettings(
    String bootstrapServers,
    String group,
    Batch batch,
    Attempts attempts,
    int parkLimit,
    Beginning beginning) {

  public static final int DEFAULT_PARK_LIMIT = 10_000;
  public static final int MAX_PARK_LIMIT = 1_000_000;

  private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,200}");

  public ReaderSettings {
    if (bootstrapServers.isBlank()) {
      throw new IllegalArgumentException("no bootstrap server is given; give host:port");
    }
    if (!GROUP.matcher(group).matches()) {
      throw new IllegalArgumentException(
          "the group is '%s'; give 1..200 of A-Z a-z 0-9 . _ -".formatted(group));
    }
    ReaderBounds.within("the park's limit", parkLimit, 1, MAX_PARK_LIMIT);
  }

  /** Returns settings with the usual values. */
  public static ReaderSettings of(String bootstrapServers, String group) {
    return new ReaderSettings(
        bootstrapServers,
        group,
        Batch.DEFAULT,
        Attempts.DEFAULT,
        DEFAULT_PARK_LIMIT,
        Beginning.WITH_THE_FIRST);
  }

  public ReaderSettings with(Batch other) {
    return new ReaderSettings(bootstrapServers, group, other, attempts, parkLimit, beginning);
  }

  public ReaderSettings with(Attempts other) {
    return new ReaderSettings(bootstrapServers, group, batch, other, parkLimit, beginning);
  }

  public ReaderSettings withParkLimit(int other) {
    return new ReaderSettings(bootstrapServers, group, batch, attempts, other, beginning);
  }

  public ReaderSettings with(Beginning other) {
    return new ReaderSettings(bootstrapServers, group, batch, attempts, parkLimit, other);
  }
}
