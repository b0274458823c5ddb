package dev.stampede.matchmaking.pool;

import dev.stampede.matchmaking.ticket.Ticket;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tickets that pass all of these. One without filters takes everybody.
 *
 * @param createdBefore only tickets created earlier than that, to the microsecond
 * @param createdAfter only later ones
 */
public record Pool(
    String name,
    List<DoubleRangeFilter> doubleRanges,
    List<StringEqualsFilter> stringEquals,
    List<TagPresentFilter> tagsPresent,
    Optional<Instant> createdBefore,
    Optional<Instant> createdAfter) {

  public static final int MAX_FILTERS = 100;

  public Pool {
    doubleRanges = List.copyOf(doubleRanges);
    stringEquals = List.copyOf(stringEquals);
    tagsPresent = List.copyOf(tagsPresent);
    int filters = doubleRanges.size() + stringEquals.size() + tagsPresent.size();
    if (filters > MAX_FILTERS) {
      throw new IllegalArgumentException(
          "pool %s has %d filters; give at most %d".formatted(name, filters, MAX_FILTERS));
    }
  }

  /** A pool that takes every ticket. */
  public static Pool everybody(String name) {
    return new Pool(name, List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
  }

  public boolean takes(Ticket ticket) {
    return createdBefore.map(ticket.createTime()::isBefore).orElse(true)
        && createdAfter.map(ticket.createTime()::isAfter).orElse(true)
        && doubleRanges.stream().allMatch(filter -> filter.takes(ticket))
        && stringEquals.stream().allMatch(filter -> filter.takes(ticket))
        && tagsPresent.stream().allMatch(filter -> filter.takes(ticket));
  }
}
