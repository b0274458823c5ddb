package dev.stampede.lane;

import java.util.List;

/**
 * Decides and writes a group of requests in one transaction. Called by one thread at a time.
 *
 * <p>An exception or an error means that nothing of the group was written and nothing will be; a
 * committer that cannot say so answers {@link Commit.InDoubt}. A {@link LaneUnavailableException}
 * says that trying again at once is no use, and fails the whole group; after any other the lane
 * suspects a bad request and tries again in halves, until the culprit stands alone.
 */
public interface Committer<Q, A> {

  /** Decides each in order, carries over what cannot be decided without waiting, and commits. */
  Commit<A> commit(List<Q> group) throws Exception;

  /**
   * The same for one request that was carried over too often: waits, bounded, for what it needs.
   * {@link Decision.CarriedOver} means that the wait was in vain.
   */
  Commit<A> commitAlone(Q request) throws Exception;
}
