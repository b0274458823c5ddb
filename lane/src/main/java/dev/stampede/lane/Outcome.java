package dev.stampede.lane;

import java.time.Duration;

/** The result of a request submitted to a lane. */
public sealed interface Outcome<A> {

  /** Decided and durable. */
  record Decided<A>(A answer) implements Outcome<A> {}

  /** The queue was full; nothing happened. */
  record Full<A>(int capacity) implements Outcome<A> {}

  /** The caller's patience ended while it was queued; nothing happened and nothing will. */
  record Expired<A>(Duration patience) implements Outcome<A> {}

  /** The caller was interrupted while it was queued; nothing happened and nothing will. */
  record Cancelled<A>() implements Outcome<A> {}

  /** A resource that the request needs stayed taken through every try; nothing happened. */
  record Busy<A>() implements Outcome<A> {}

  /** It could not be written; nothing happened. */
  record Failed<A>(Throwable cause) implements Outcome<A> {}

  /**
   * The commit's answer was lost and could not be found out, or the writer broke between a commit
   * and its answers. Asking again with the same id tells.
   */
  record Unknown<A>() implements Outcome<A> {}

  /** The lane is shutting down; nothing happened. */
  record Closed<A>() implements Outcome<A> {}
}
