package dev.stampede.matchmaking.ticket;

import java.util.List;
import java.util.Map;

/**
 * The fields that pools filter by. NaN and the infinities are numbers here too; each filter defines
 * what they mean.
 */
public record SearchFields(
    Map<String, Double> doubleArgs, Map<String, String> stringArgs, List<String> tags) {

  public static final SearchFields NONE = new SearchFields(Map.of(), Map.of(), List.of());

  public SearchFields {
    doubleArgs = Map.copyOf(doubleArgs);
    stringArgs = Map.copyOf(stringArgs);
    tags = List.copyOf(tags);
    TicketLimits.refuseMany("double_args", doubleArgs.size());
    TicketLimits.refuseMany("string_args", stringArgs.size());
    TicketLimits.refuseMany("tags", tags.size());
  }

  long size() {
    return TicketLimits.size(doubleArgs, _ -> Double.BYTES)
        + TicketLimits.size(stringArgs, TicketLimits::size)
        + tags.stream().mapToLong(TicketLimits::size).sum();
  }
}
