package dev.stampede.engine.events;

import java.util.List;
import java.util.Set;

/**
 * What has been committed and not been sent, written in the commit that it tells of.
 *
 * <p>There is no "everything after this id": rows become visible in the order of their commits, not
 * of their ids, and a reader that remembers where it was would pass over those that come late. It
 * is always read from the beginning, and what has been sent is deleted.
 */
public interface Outbox {

  /** Of these ranges those with something to send. */
  Set<Integer> waiting(Set<Integer> ranges);

  /**
   * The first events of a range, at most so many. Of each seat and each booking they are the first
   * that have not been sent, in the order of their versions, without a gap.
   */
  List<OutboxEvent> read(int range, int limit);

  /** Forgets what has been sent. */
  void delete(int range, List<OutboxEvent> sent);

  /** How much there is to send, counted up to so many rows. */
  OutboxLag lag(int most);
}
