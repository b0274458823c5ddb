package dev.stampede.engine.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import java.time.Instant;

/**
 * What a buyer is given for an accepted request, and asks with. It says all that is needed to
 * answer "queued" on any server, while nothing is written of the request but in the broker.
 *
 * @param partition where the request waits, to hear when its turn has come
 * @param offset its place there; below zero where it is not known
 */
public record Receipt(
    BookingRequestId id, Buyer buyer, Instant acceptedAt, int partition, long offset) {

  /** Whether it is too old to be asked with: what became of the request may be forgotten. */
  public boolean isTooOld(Instant now) {
    return now.isAfter(acceptedAt.plus(BookingRequest.ASKED_WITHIN));
  }
}
