package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequest;

/** Keeps accepted requests, in order, until their turn. */
public interface RequestQueue {

  /**
   * Puts a request behind all others of its key, and returns when that is durable or has failed;
   * within a bound.
   *
   * @param key requests with the same key are decided in their order
   */
  Sent send(String key, BookingRequest request);

  /** The result of sending a request. */
  sealed interface Sent {

    /** It will be decided. */
    record Queued(int partition, long offset) implements Sent {}

    /** It was never sent and will not be decided. */
    record NotSent(String why) implements Sent {}

    /** It was sent, and nobody answered: it may be decided, or not. */
    record Unanswered(String why) implements Sent {}
  }
}
