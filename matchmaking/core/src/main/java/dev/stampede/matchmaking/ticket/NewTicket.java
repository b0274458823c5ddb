package dev.stampede.matchmaking.ticket;

import java.util.Map;

/**
 * The client's part of a ticket: the store adds the rest. The constructor refuses what is too large
 * with an {@link IllegalArgumentException} that names the field and the limit.
 *
 * @param extensions for match functions and assigners
 * @param persistentField the same, under another name
 */
public record NewTicket(
    SearchFields searchFields,
    Map<String, TypedBytes> extensions,
    Map<String, TypedBytes> persistentField) {

  public NewTicket {
    extensions = Map.copyOf(extensions);
    persistentField = Map.copyOf(persistentField);
    TicketLimits.refuseMany("extensions", extensions.size());
    TicketLimits.refuseMany("persistent_field", persistentField.size());
    TicketLimits.refuseLarge(
        "ticket",
        searchFields.size()
            + TicketLimits.size(extensions, TicketLimits::size)
            + TicketLimits.size(persistentField, TicketLimits::size));
  }

  /** Without extensions. */
  public static NewTicket of(SearchFields searchFields) {
    return new NewTicket(searchFields, Map.of(), Map.of());
  }
}
