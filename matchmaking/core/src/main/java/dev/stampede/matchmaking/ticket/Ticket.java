package dev.stampede.matchmaking.ticket;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A player, or a party, who wants to play.
 *
 * @param content as it was sent; it never changes
 * @param createTime by the store's clock, to the microsecond
 * @param assignment where to play, as soon as that is known
 */
public record Ticket(
    TicketId id, NewTicket content, Instant createTime, Optional<Assignment> assignment) {

  public SearchFields searchFields() {
    return content.searchFields();
  }

  public Map<String, TypedBytes> extensions() {
    return content.extensions();
  }

  public Map<String, TypedBytes> persistentField() {
    return content.persistentField();
  }
}
