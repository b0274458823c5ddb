package dev.stampede.server.operation;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.requests.RequestOutcomes;
import dev.stampede.engine.requests.RequestOutcomes.Settled;
import dev.stampede.server.claim.ClaimEndpoint;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reads the outcomes of requests, as their buyers see them. */
public final class OperationReplies {

  private final RequestOutcomes outcomes;
  private final ClaimEndpoint endpoint;
  private final InstantSource clock;

  /**
   * A look.
   *
   * @param endpoint says what the claim would have been answered
   * @param clock what answers carry as now
   */
  public OperationReplies(RequestOutcomes outcomes, ClaimEndpoint endpoint, InstantSource clock) {
    this.outcomes = outcomes;
    this.endpoint = endpoint;
    this.clock = clock;
  }

  /** Those of them that have been decided; asks the database once for all. */
  Map<BookingRequestId, OperationReply> look(Collection<BookingRequestId> ids) {
    Map<BookingRequestId, OperationReply> replies = new HashMap<>();
    for (Map.Entry<BookingRequestId, Settled> found : outcomes.find(ids).entrySet()) {
      Settled settled = found.getValue();
      replies.put(
          found.getKey(),
          OperationReply.of(endpoint.answer(settled.show(), settled.outcome()), clock.instant()));
    }
    return replies;
  }
}
