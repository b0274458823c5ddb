package dev.stampede.postgres;

import dev.stampede.engine.sale.SaleEvent;
import dev.stampede.engine.sale.SaleEvent.Change;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds what was told of sales to their statistics, in a transaction that it is given: events are
 * folded, so that a row is written once, and rows are written in order, so that two who write at
 * once wait for each other and never in a circle.
 */
public final class StatisticsWrites {

  /** Under which the reader of these events is known. */
  public static final String CONSUMER = "statistics";

  /** The time that a row of {@code sale_statistic} stands for. */
  public static final Duration SLOT = Duration.ofSeconds(5);

  private static final String ADD_TO_SECTION =
      """
      INSERT INTO section_statistic AS s
        (show_id, section, held, given_back, lapsed, sold, cancelled)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (show_id, section) DO UPDATE SET
        held = s.held + EXCLUDED.held,
        given_back = s.given_back + EXCLUDED.given_back,
        lapsed = s.lapsed + EXCLUDED.lapsed,
        sold = s.sold + EXCLUDED.sold,
        cancelled = s.cancelled + EXCLUDED.cancelled""";

  private static final String ADD_TO_SLOT =
      """
      INSERT INTO sale_statistic AS s (show_id, at, sold, released, cancelled, bookings)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (at, show_id) DO UPDATE SET
        sold = s.sold + EXCLUDED.sold,
        released = s.released + EXCLUDED.released,
        cancelled = s.cancelled + EXCLUDED.cancelled,
        bookings = s.bookings + EXCLUDED.bookings""";

  private static final String COUNTED_FOR = "SELECT statistics_epoch FROM deployment";

  private StatisticsWrites() {}

  private record Section(long show, String name) {
    static final Comparator<Section> ORDER =
        Comparator.comparingLong(Section::show).thenComparing(Section::name);
  }

  private record Slot(Instant at, long show) {
    static final Comparator<Slot> ORDER =
        Comparator.comparing(Slot::at).thenComparingLong(Slot::show);

    static Slot of(SaleEvent event) {
      long seconds = event.at().getEpochSecond();
      long begun = seconds - Math.floorMod(seconds, SLOT.toSeconds());
      return new Slot(Instant.ofEpochSecond(begun), event.show().value());
    }
  }

  /** How often each change happened, and how many bookings were made. */
  private static final class Tally {
    final Map<Change, Long> changes = new EnumMap<>(Change.class);
    long bookings;

    void add(Change change) {
      changes.merge(change, 1L, Long::sum);
    }

    long of(Change change) {
      return changes.getOrDefault(change, 0L);
    }
  }

  /**
   * Adds all of them but those of epochs before the one that the statistics were last {@linkplain
   * StatisticsRecount counted} for.
   */
  public static void add(List<SaleEvent> events, Connection transaction) throws SQLException {
    Map<Section, Tally> sections = new TreeMap<>(Section.ORDER);
    Map<Slot, Tally> slots = new TreeMap<>(Slot.ORDER);
    long countedFor = countedFor(transaction);
    for (SaleEvent event : events) {
      if (event.epoch() < countedFor) {
        continue;
      }
      Tally slot = slots.computeIfAbsent(Slot.of(event), _ -> new Tally());
      switch (event) {
        case SaleEvent.OfSeat seat -> {
          slot.add(seat.change());
          sections
              .computeIfAbsent(new Section(seat.show().value(), seat.section()), _ -> new Tally())
              .add(seat.change());
        }
        case SaleEvent.OfBooking booking -> slot.bookings += booking.confirmed() ? 1 : 0;
      }
    }
    writeSections(transaction, sections);
    writeSlots(transaction, slots);
  }

  private static long countedFor(Connection transaction) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(COUNTED_FOR);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void writeSections(Connection transaction, Map<Section, Tally> sections)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(ADD_TO_SECTION)) {
      for (Map.Entry<Section, Tally> each : sections.entrySet()) {
        Tally tally = each.getValue();
        statement.setLong(1, each.getKey().show());
        statement.setString(2, each.getKey().name());
        statement.setLong(3, tally.of(Change.HELD));
        statement.setLong(4, tally.of(Change.GIVEN_BACK));
        statement.setLong(5, tally.of(Change.LAPSED));
        statement.setLong(6, tally.of(Change.SOLD));
        statement.setLong(7, tally.of(Change.CANCELLED));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static void writeSlots(Connection transaction, Map<Slot, Tally> slots)
      throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(ADD_TO_SLOT)) {
      for (Map.Entry<Slot, Tally> each : slots.entrySet()) {
        Tally tally = each.getValue();
        statement.setLong(1, each.getKey().show());
        statement.setObject(2, each.getKey().at().atOffset(ZoneOffset.UTC));
        statement.setLong(3, tally.of(Change.SOLD));
        statement.setLong(4, tally.of(Change.GIVEN_BACK) + tally.of(Change.LAPSED));
        statement.setLong(5, tally.of(Change.CANCELLED));
        statement.setLong(6, tally.bookings);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}
