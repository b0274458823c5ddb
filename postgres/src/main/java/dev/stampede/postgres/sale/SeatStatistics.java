package dev.stampede.postgres.sale;

import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.postgres.SqlStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The statements that count the seat events that were told: by section since the beginning, and by
 * show for every few seconds.
 *
 * <p>Events are folded, so that a row is written once, and rows are written in order, so that two
 * servers that count at once wait for each other and never in a circle.
 */
public final class SeatStatistics {

  /** The time that a row of {@code sale_statistic} stands for. */
  private static final Duration SLOT = Duration.ofSeconds(5);

  /**
   * The time that a row of {@code section_statistic} stands for. A row is written with every batch
   * that is told: one for the whole sale would have all its versions walked over by each write for
   * as long as somebody's old snapshot keeps them.
   */
  private static final Duration SECTION_SLOT = Duration.ofMinutes(10);

  private static final String ADD_TO_SECTIONS =
      """
      INSERT INTO section_statistic AS s
        (show_id, section, at, held, given_back, lapsed, sold, cancelled)
      SELECT w.show_id, w.section, to_timestamp(w.at), w.held, w.given_back, w.lapsed, w.sold,
        w.cancelled
      FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
        ?::bigint[], ?::bigint[])
        AS w (show_id, section, at, held, given_back, lapsed, sold, cancelled)
      ON CONFLICT (show_id, section, at) DO UPDATE SET
        held = s.held + EXCLUDED.held,
        given_back = s.given_back + EXCLUDED.given_back,
        lapsed = s.lapsed + EXCLUDED.lapsed,
        sold = s.sold + EXCLUDED.sold,
        cancelled = s.cancelled + EXCLUDED.cancelled""";

  private static final String ADD_TO_SLOTS =
      """
      INSERT INTO sale_statistic AS s (show_id, at, sold, released, cancelled)
      SELECT w.show_id, to_timestamp(w.at), w.sold, w.released, w.cancelled
      FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
        AS w (show_id, at, sold, released, cancelled)
      ON CONFLICT (at, show_id) DO UPDATE SET
        sold = s.sold + EXCLUDED.sold,
        released = s.released + EXCLUDED.released,
        cancelled = s.cancelled + EXCLUDED.cancelled""";

  private record Section(long show, String name, long atSeconds) {
    static final Comparator<Section> ORDER =
        Comparator.comparingLong(Section::show)
            .thenComparing(Section::name)
            .thenComparingLong(Section::atSeconds);

    static Section of(OutboxEvent.OfSeat told) {
      // Names of sections have no dash.
      String name = told.seat().substring(0, told.seat().indexOf('-'));
      return new Section(told.event().show().value(), name, begin(told.event().at(), SECTION_SLOT));
    }
  }

  private record Slot(long atSeconds, long show) {
    static final Comparator<Slot> ORDER =
        Comparator.comparingLong(Slot::atSeconds).thenComparingLong(Slot::show);

    static Slot of(OutboxEvent.OfSeat told) {
      return new Slot(begin(told.event().at(), SLOT), told.event().show().value());
    }
  }

  /** Counts each kind of change. An extension of a hold counts as none. */
  private static final class Tally {
    long held;
    long givenBack;
    long lapsed;
    long sold;
    long cancelled;

    void add(SeatEvent event) {
      switch (event.reason()) {
        case CLAIMED -> held++;
        case GIVEN_BACK -> givenBack++;
        case EXPIRED -> lapsed++;
        case PAID -> sold++;
        case CANCELLED -> cancelled++;
        case MORE_TIME -> {}
      }
    }
  }

  private SeatStatistics() {}

  /** The start of the slot of this moment, in seconds. */
  private static long begin(Instant at, Duration slot) {
    return at.getEpochSecond() - Math.floorMod(at.getEpochSecond(), slot.toSeconds());
  }

  /** Returns the statements that count the seat events; the caller commits them. */
  public static List<SqlStep> steps(List<OutboxEvent> told) {
    Map<Section, Tally> sections = new TreeMap<>(Section.ORDER);
    Map<Slot, Tally> slots = new TreeMap<>(Slot.ORDER);
    for (OutboxEvent each : told) {
      switch (each) {
        case OutboxEvent.OfSeat seat -> {
          sections.computeIfAbsent(Section.of(seat), _ -> new Tally()).add(seat.event());
          slots.computeIfAbsent(Slot.of(seat), _ -> new Tally()).add(seat.event());
        }
        case OutboxEvent.OfBooking _ -> {}
      }
    }
    List<SqlStep> steps = new ArrayList<>();
    if (!sections.isEmpty()) {
      Collection<Tally> tallies = sections.values();
      steps.add(
          SqlStep.update(
              ADD_TO_SECTIONS,
              numbers(sections.keySet(), Section::show),
              sections.keySet().stream().map(Section::name).toArray(String[]::new),
              numbers(sections.keySet(), Section::atSeconds),
              numbers(tallies, tally -> tally.held),
              numbers(tallies, tally -> tally.givenBack),
              numbers(tallies, tally -> tally.lapsed),
              numbers(tallies, tally -> tally.sold),
              numbers(tallies, tally -> tally.cancelled)));
      Collection<Tally> inTime = slots.values();
      steps.add(
          SqlStep.update(
              ADD_TO_SLOTS,
              numbers(slots.keySet(), Slot::show),
              numbers(slots.keySet(), Slot::atSeconds),
              numbers(inTime, tally -> tally.sold),
              numbers(inTime, tally -> tally.givenBack + tally.lapsed),
              numbers(inTime, tally -> tally.cancelled)));
    }
    return steps;
  }

  private static <T> long[] numbers(Collection<T> from, ToLongFunction<T> number) {
    return from.stream().mapToLong(number).toArray();
  }
}
