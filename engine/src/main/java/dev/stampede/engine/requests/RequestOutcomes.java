package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.show.ShowId;
import java.util.Collection;
import java.util.Map;

/**
 * Stores the outcomes of booking requests. A request has one outcome for good: the first that a
 * server wrote.
 */
public interface RequestOutcomes {

  /** The outcome of one request, and its show. */
  record Settled(ShowId show, ClaimOutcome outcome) {}

  /** Those of them that have been decided; asks once for all. */
  Map<BookingRequestId, Settled> find(Collection<BookingRequestId> ids);

  /**
   * Ends a request that was not decided and had no effect.
   *
   * @return false when it has an outcome already, which stands
   */
  boolean end(BookingRequestId id, ShowId show, ClaimOutcome outcome);
}
