package dev.stampede.crowd;

import org.jspecify.annotations.Nullable;

/**
 * One virtual buyer: asks, sees the answer, asks the next thing. Each connection of a run has its
 * own, called by one thread at a time; what it does costs the generator's time, so it never blocks.
 */
public interface BuyerScript {

  /** The next request, or null when this buyer has nothing more to ask. */
  @Nullable RenderedRequest next();

  /** The answer to the last request; the view is good until this returns. */
  default void answered(Response response) {}

  /** The last request got no answer. */
  default void failed(Failure failure) {}

  /** A buyer who asks the same thing again and again. */
  static BuyerScript repeating(RenderedRequest request) {
    return () -> request;
  }
}
