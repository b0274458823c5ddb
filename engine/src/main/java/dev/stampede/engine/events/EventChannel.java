package dev.stampede.engine.events;

import java.util.List;

/** Sends events. For one thread at a time. */
public interface EventChannel extends AutoCloseable {

  /**
   * Sends all of them. A version of a seat or a booking leaves only when the one before it has
   * arrived, so that whatever fails, nobody hears of one before the other.
   */
  Delivery send(List<OutboxEvent> events);

  /** Gives up what is open; the next {@link #send} begins anew. */
  @Override
  void close();
}
