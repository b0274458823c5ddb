package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import java.time.Instant;

/**
 * The receipt that a buyer gets for an accepted request, and asks with. It contains all that any
 * server needs to answer "queued" while only the broker has stored the request.
 *
 * @param partition where the request waits, to hear when its turn has come
 * @param offset its place there; below zero where it is not known
 */
public record Receipt(
    BookingRequestId id, Buyer buyer, Instant acceptedAt, int partition, long offset) {

  /** True if the receipt is too old to ask with: the request's outcome may be forgotten. */
  public boolean isTooOld(Instant now) {
    return now.isAfter(acceptedAt.plus(BookingRequest.ASKED_WITHIN));
  }
}
