package dev.stampede.engine.events;

import java.util.List;
import java.util.Set;

/**
 * The events that have been committed and not been sent, each written in the commit that it tells
 * of.
 *
 * <p>There is no "everything after this id": rows become visible in the order of their commits, not
 * of their ids, and a reader that remembers its position would pass over those that come late. A
 * reader always starts from the first event that may be left, and deletes those that it has sent.
 */
public interface Outbox {

  /**
   * The first events of some ranges.
   *
   * @param more whether there are probably others behind them
   */
  record Unsent(List<OutboxEvent> events, boolean more) {

    public Unsent {
      events = List.copyOf(events);
    }
  }

  /**
   * The first events of these ranges, about so many of each. Of each seat and each booking they are
   * the first that have not been sent, in the order of their versions, without a gap.
   */
  Unsent read(Set<Integer> ranges, int limit);

  /** Forgets what has been read and sent. */
  void delete(List<OutboxEvent> sent);

  /** Measures the events that wait to be sent, counting at most so many. */
  OutboxLag lag(int most);
}
