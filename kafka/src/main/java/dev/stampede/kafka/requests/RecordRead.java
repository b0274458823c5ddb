package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingRequest;

/** The content of a record of the topic. */
sealed interface RecordRead {

  /** A request to be decided. */
  record Request(BookingRequest request) implements RecordRead {}

  /**
   * Nothing that anybody was promised an outcome for.
   *
   * @param reason one of a few words, for metrics
   */
  record PassedOver(String reason) implements RecordRead {}

  /**
   * Possibly a request that was accepted, which this server cannot decide now: nothing behind it
   * may be decided before it.
   */
  record NotYet(String why) implements RecordRead {}
}
