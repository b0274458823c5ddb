package dev.stampede.consumer;

import java.sql.Connection;
import java.util.List;

/**
 * Handles events. All that it writes through the connection it is given is committed together with
 * the note that the events were read: once, whatever dies meanwhile. Everything else it does may
 * happen again.
 *
 * <p>It throws when it cannot handle them. The reader then hands several events in again in smaller
 * groups, until the one that cannot be handled stands alone; so the grouping must not matter to the
 * handler.
 *
 * @param <E> the type of its events
 */
@FunctionalInterface
public interface EventHandler<E> {

  /**
   * Handles events, never none, those of one key in the order of their versions.
   *
   * @param transaction the reader's to end: it can neither be committed nor closed here
   */
  void handle(List<E> events, Connection transaction) throws Exception;

  /** The same for one event. */
  @FunctionalInterface
  interface OfOne<E> {
    void handle(E event, Connection transaction) throws Exception;
  }

  /** One after the other. */
  static <E> EventHandler<E> each(OfOne<E> handler) {
    return (events, transaction) -> {
      for (E event : events) {
        handler.handle(event, transaction);
      }
    };
  }
}
