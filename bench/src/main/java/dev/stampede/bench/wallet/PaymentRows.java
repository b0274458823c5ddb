package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one payment is decided by, a statement for each table, in the product's order of
 * locks: seats, wallet, hold. In another order the two could wait for each other in a circle.
 *
 * <p>The show's terms matter to late payments alone, and are looked up for them alone.
 */
final class PaymentRows {

  /** A hold's seats never change, so that they may be read by the statement that locks them. */
  private static final String SEATS =
      """
      SELECT s.number, s.version, s.state::text, s.buyer, s.hold_id, s.held_until
      FROM hold h
      JOIN seat s ON s.show_id = h.show_id AND s.number = ANY (h.seats)
      WHERE h.id = ? AND h.buyer = ?
      ORDER BY s.number""";

  private static final String WALLET =
      "SELECT w.balance, w.version FROM wallet w WHERE w.buyer = ?";

  /** The time is read last, and by the statement that would be there anyway. */
  private static final String HOLD =
      """
      SELECT h.show_id, h.buyer, h.seats, h.total, h.expires_at, h.state::text,
        sh.max_seats_per_buyer IS NOT NULL, stampede_now()
      FROM hold h
      JOIN show sh ON sh.id = h.show_id
      WHERE h.id = ?""";

  private final Connection connection;
  private final Protection protection;
  private final Function<ShowId, Optional<Show>> shows;

  PaymentRows(
      Connection connection, Protection protection, Function<ShowId, Optional<Show>> shows) {
    this.connection = connection;
    this.protection = protection;
    this.shows = shows;
  }

  Locked read(Claim.Book claim) throws SQLException {
    Map<SeatKey, SeatRow> seats = seats(claim);
    WalletRow wallet = wallet(claim.buyer());
    Found found = hold(claim.hold());
    return new Locked(
        found.now(),
        found.isLate() ? terms(claim.show()) : Map.of(),
        WalletLimits.DEFAULT,
        new Locked.Rows(seats, Map.of(), Map.of(), Map.of(claim.buyer(), wallet)),
        new Locked.Found(holds(found), bookings(found), Set.of(), Map.of(), Set.of()));
  }

  private Map<SeatKey, SeatRow> seats(Claim.Book claim) throws SQLException {
    Map<SeatKey, SeatRow> seats = new HashMap<>();
    try (PreparedStatement query =
        connection.prepareStatement(protection.whenReading(SEATS, "s"))) {
      query.setObject(1, claim.hold().value());
      query.setString(2, claim.buyer().sub());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          SeatRow seat = seat(rows);
          seats.put(new SeatKey(claim.show(), seat.seat()), seat);
        }
      }
    }
    return seats;
  }

  private static SeatRow seat(ResultSet row) throws SQLException {
    SeatState state = SeatState.of(row.getString(3).charAt(0));
    return new SeatRow(
        row.getInt(1),
        state,
        row.getInt(2),
        state == SeatState.FREE
            ? Optional.empty()
            : Optional.of(
                new SeatRow.Owner(
                    new Buyer(row.getString(4)),
                    new HoldId(row.getObject(5, UUID.class)),
                    moment(row, 6))));
  }

  /** One that does not exist is empty. */
  private WalletRow wallet(Buyer buyer) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(protection.whenReading(WALLET, "w"))) {
      query.setString(1, buyer.sub());
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? new WalletRow(rows.getLong(1), rows.getLong(2)) : WalletRow.EMPTY;
      }
    }
  }

  /** The hold as it was found, and when. */
  private record Found(@Nullable HoldRow hold, Instant now) {

    boolean isLate() {
      return hold != null && !hold.hold().expiresAt().isAfter(now);
    }
  }

  private Found hold(HoldId id) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(protection.whenReading(HOLD, "h"))) {
      query.setObject(1, id.value());
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          return new Found(null, Instant.EPOCH);
        }
        if (rows.getBoolean(7)) {
          throw new IllegalArgumentException(
              "show %d has a limit per buyer, which this way of paying does not know; compare in shows without"
                  .formatted(rows.getLong(1)));
        }
        HeldSeats held =
            new HeldSeats(
                id,
                new ShowId(rows.getLong(1)),
                new Buyer(rows.getString(2)),
                List.of((Integer[]) rows.getArray(3).getArray()),
                rows.getLong(4),
                moment(rows, 5));
        return new Found(new HoldRow(held, state(rows.getString(6))), moment(rows, 8));
      }
    }
  }

  private static HoldRow.State state(String letter) {
    return switch (letter) {
      case "l", "e" -> HoldRow.State.LIVE;
      case "r" -> HoldRow.State.RELEASED;
      case "p" -> HoldRow.State.PAID;
      default -> throw new IllegalStateException("'" + letter + "' is no state of a hold");
    };
  }

  private static Map<HoldId, HoldRow> holds(Found found) {
    return found.hold() == null ? Map.of() : Map.of(found.hold().hold().id(), found.hold());
  }

  private Map<BookingId, Booking> bookings(Found found) throws SQLException {
    HoldRow hold = found.hold();
    if (hold == null || hold.state() != HoldRow.State.PAID) {
      return Map.of();
    }
    Booking booking = PaidBooking.of(connection, hold.hold().id());
    return Map.of(booking.id(), booking);
  }

  private Map<ShowId, Locked.Terms> terms(ShowId id) {
    return shows
        .apply(id)
        .map(show -> Map.of(id, new Locked.Terms(show.terms(), show.map())))
        .orElse(Map.of());
  }

  static Instant moment(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
