package dev.stampede.engine.events;

import java.util.List;

/**
 * The way on which the events of one range leave. For one thread at a time.
 *
 * <p>Whoever makes a channel of a range ready shuts out all who had it before: what they have begun
 * to send is undone or done by then, and nothing that they send later arrives.
 */
public interface EventChannel extends AutoCloseable {

  /**
   * Makes sure that we are the only ones who can send. What is to be sent must be read after this:
   * what was read before, a former owner may have sent meanwhile, and more.
   */
  Delivery ready();

  /** Sends all of them, in their order, or none; done means that they are there to stay. */
  Delivery send(List<OutboxEvent> events);

  /** Gives up what is open; the next {@link #ready()} begins anew. */
  @Override
  void close();
}
