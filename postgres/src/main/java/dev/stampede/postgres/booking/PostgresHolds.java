package dev.stampede.postgres.booking;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.column.HoldColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Holds as their owners read them, from the primary. */
public final class PostgresHolds implements Holds {

  /**
   * True if all seats of a hold are still its own. Its end alone does not tell: after a clock
   * stepped back, a hold that was taken over is in time again.
   */
  private static final String HAS_ITS_SEATS =
      """
      NOT EXISTS (
        SELECT FROM unnest(h.seats) AS n (number)
        LEFT JOIN seat s ON s.show_id = h.show_id AND s.number = n.number
        WHERE s.hold_id IS DISTINCT FROM h.id)""";

  private static final String FIND_OWN =
      "SELECT "
          + HoldColumns.LIST
          + ", h.expires_at > stampede_now() AND "
          + HAS_ITS_SEATS
          + """
          , b.id
          FROM hold h
          LEFT JOIN booking b ON b.hold_id = h.id
          WHERE h.id = :id AND h.buyer = :owner""";

  private static final String FIND = "SELECT " + HoldColumns.LIST + " FROM hold h WHERE h.id = :id";

  /**
   * A hold that ends or begins between two pages shifts no other: the position is an id, not an
   * offset. The clock in a sub-select is read once; written plainly, the index could not be used.
   */
  private static final String LIVE =
      "SELECT "
          + HoldColumns.LIST
          + """
           FROM hold h
          WHERE h.buyer = :owner AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())
            AND h.id > :after
            AND\s"""
          + HAS_ITS_SEATS
          + """

          ORDER BY h.id
          LIMIT :limit""";

  /** Before every id there is. */
  private static final UUID FIRST = new UUID(0, 0);

  private final Jdbi jdbi;

  public PostgresHolds(Database database) {
    this.jdbi = database.jdbi();
  }

  @Override
  public Optional<Found> find(HoldId id, Buyer owner) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(FIND_OWN)
                .bind("id", id.value())
                .bind("owner", owner.sub())
                .map((row, context) -> found(row))
                .findOne());
  }

  private static Found found(ResultSet row) throws SQLException {
    HoldRow hold = HoldColumns.read(row, 1);
    boolean inTime = row.getBoolean(HoldColumns.COUNT + 1);
    return switch (hold.state()) {
      case LIVE -> inTime ? new Found.Live(hold.hold()) : new Found.Ended(hold.hold());
      case RELEASED -> new Found.Ended(hold.hold());
      case PAID ->
          new Found.Paid(
              hold.hold(), new BookingId(row.getObject(HoldColumns.COUNT + 2, UUID.class)));
    };
  }

  @Override
  public Optional<HeldSeats> find(HoldId id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(FIND)
                .bind("id", id.value())
                .map((row, context) -> HoldColumns.read(row, 1).hold())
                .findOne());
  }

  @Override
  public List<HeldSeats> live(Buyer owner, Optional<HoldId> after, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LIVE)
                .bind("owner", owner.sub())
                .bind("after", after.map(HoldId::value).orElse(FIRST))
                .bind("limit", limit)
                .map((row, context) -> HoldColumns.read(row, 1).hold())
                .list());
  }
}
