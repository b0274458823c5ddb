package dev.stampede.server.consumers;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.consumer.ConsumerAdmin;
import dev.stampede.consumer.ConsumerAdmin.ParkedKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a consumer.
 *
 * @param ageSeconds how long ago the consumer had handled all that was in its topics; null until
 *     that first happens
 */
record ConsumerReply(
    String name, long parkedKeys, long parkedMessages, @Nullable Double ageSeconds) {

  static ConsumerReply of(ConsumerAdmin admin) {
    ConsumerAdmin.Figures figures = admin.figures();
    return new ConsumerReply(
        admin.consumer(),
        figures.parkedKeys(),
        figures.parkedMessages(),
        figures.age().map(Duration::toMillis).map(millis -> millis / 1e3).orElse(null));
  }

  /** All of them. */
  record All(List<ConsumerReply> items) {
    All {
      items = List.copyOf(items);
    }
  }

  /** Parked keys, the one that has waited longest first. */
  record Page(
      List<ParkedReply> items,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {
    Page {
      items = List.copyOf(items);
    }
  }

  /** A key that waits, and the first of its messages. */
  record ParkedReply(
      String id,
      String topic,
      String key,
      @Nullable Long version,
      String reason,
      String failure,
      long messages,
      String value,
      Instant parkedAt) {

    static ParkedReply of(ParkedKey parked) {
      return new ParkedReply(
          Long.toString(parked.id()),
          parked.where().topic(),
          parked.where().key(),
          parked.version().isPresent() ? (Long) parked.version().getAsLong() : null,
          parked.why().reason().label(),
          parked.why().failure(),
          parked.messages(),
          parked.value(),
          parked.why().since());
    }
  }

  /** The number of messages that had their effect. */
  record Handled(int handled) {}
}
