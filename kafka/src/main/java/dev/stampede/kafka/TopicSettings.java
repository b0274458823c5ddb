package dev.stampede.kafka;

import java.util.regex.Pattern;

/**
 * The names of our topics, and how the server creates those that do not exist yet. Topics that
 * exist stay as they are.
 *
 * @param prefix put before every topic's name, so that deployments can share a Kafka
 * @param replication the number of brokers that keep each partition; 0 leaves it to the brokers
 */
public record TopicSettings(String prefix, int partitions, int replication) {

  public static final int MAX_PARTITIONS = 1_000;
  public static final int MAX_REPLICATION = 10;

  /** The characters that Kafka allows in names, and short enough to leave room for the names. */
  public static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{0,64}");

  /** Below the pattern, which it is checked by. */
  public static final TopicSettings DEFAULT = new TopicSettings("stampede.", 8, 0);

  public TopicSettings {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "the prefix of topics is '%s'; give 0..64 of A-Z a-z 0-9 . _ -".formatted(prefix));
    }
    refuseBeyond("partitions", partitions, 1, MAX_PARTITIONS);
    refuseBeyond("replication", replication, 0, MAX_REPLICATION);
  }

  private static void refuseBeyond(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s of topics is %d; give %d..%d".formatted(name, value, min, max));
    }
  }

  /** Every change of every seat, by seat. */
  public String seatEvents() {
    return prefix + "seat-events";
  }

  /** Every booking that is confirmed or cancelled, by booking. */
  public String bookingEvents() {
    return prefix + "booking-events";
  }

  /** Bookings that were asked for and are decided in their turn, by show and section. */
  public String bookingRequests() {
    return prefix + "booking-requests";
  }
}
