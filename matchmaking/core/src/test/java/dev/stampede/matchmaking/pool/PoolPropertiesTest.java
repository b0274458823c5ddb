package dev.stampede.matchmaking.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.pool.DoubleRangeFilter.Exclude;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of ranges that hold for any numbers. */
final class PoolPropertiesTest {

  /** Excluding a bound takes out its own value and nothing else, for any numbers. */
  @Property
  void excludingABoundTakesOutItsOwnValueAlone(
      @ForAll double value, @ForAll double min, @ForAll double max) {
    boolean closed = inRange(value, min, max, Exclude.NONE);

    assertThat(inRange(value, min, max, Exclude.MIN)).isEqualTo(closed && value != min);
    assertThat(inRange(value, min, max, Exclude.MAX)).isEqualTo(closed && value != max);
    assertThat(inRange(value, min, max, Exclude.BOTH))
        .isEqualTo(closed && value != min && value != max);
  }

  /** A ticket in a pool with more filters is also in the one with fewer. */
  @Property
  void aFilterMoreTakesNobodyIn(@ForAll double value, @ForAll double min, @ForAll double max) {
    DoubleRangeFilter one = new DoubleRangeFilter("skill", min, max, Exclude.NONE);
    DoubleRangeFilter two = new DoubleRangeFilter("skill", max, min, Exclude.BOTH);
    Ticket ticket = skilled(value);

    if (ranges(one, two).takes(ticket)) {
      assertThat(ranges(one).takes(ticket)).isTrue();
      assertThat(ranges(two).takes(ticket)).isTrue();
    }
  }

  private static boolean inRange(double value, double min, double max, Exclude exclude) {
    return new DoubleRangeFilter("skill", min, max, exclude).takes(skilled(value));
  }

  private static Pool ranges(DoubleRangeFilter... filters) {
    return new Pool(
        "ranges", List.of(filters), List.of(), List.of(), Optional.empty(), Optional.empty());
  }

  private static Ticket skilled(double skill) {
    return new Ticket(
        new TicketId("t"),
        NewTicket.of(new SearchFields(Map.of("skill", skill), Map.of(), List.of())),
        Instant.EPOCH,
        Optional.empty());
  }
}
