package dev.stampede.bench.wallet;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.engine.claim.decision.Locked;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Writes one payment by plain statements, the same rows in the same order as the product writes
 * them. Each answers whether all its rows were as they had been read.
 */
final class PaymentWrites {

  private static final String SEAT =
      """
      UPDATE seat
      SET version = ?, state = ?::"char", buyer = ?, hold_id = ?, held_until = ?
      WHERE show_id = ? AND number = ?""";

  private static final String EVENT =
      """
      INSERT INTO seat_event (show_id, number, version, type, reason, buyer, hold_id, booking_id, at)
      VALUES (?, ?, ?, ?::"char", ?::"char", ?, ?, ?, ?)""";

  private static final String WALLET = "UPDATE wallet SET balance = ?, version = ? WHERE buyer = ?";

  private static final String TRANSFER =
      """
      INSERT INTO transfer (id, kind, amount, buyer, booking_id, at)
      VALUES (?, 'p', ?, ?, ?, ?)""";

  /** Both at once: the entries of a statement have to sum to zero. */
  private static final String ENTRIES =
      """
      INSERT INTO entry (transfer_id, account, amount, buyer, number, balance)
      VALUES (?, 'w', ?, ?, ?, ?), (?, 'h', ?, NULL, NULL, NULL)""";

  private static final String HOLD = "UPDATE hold SET state = 'p' WHERE id = ?";

  private static final String BOOKING =
      """
      INSERT INTO booking (id, hold_id, show_id, buyer, seats, total, paid_balance, confirmed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

  private final Connection connection;
  private final Protection protection;
  private final Locked before;

  PaymentWrites(Connection connection, Protection protection, Locked before) {
    this.connection = connection;
    this.protection = protection;
    this.before = before;
  }

  /** False when somebody came in between; what was written so far is to be rolled back. */
  boolean write(GroupResult.Writes writes) throws SQLException {
    Booking booking = writes.bookings().made().getFirst().confirmed();
    Transfer transfer = writes.points().transfers().getFirst();
    if (!seats(writes)) {
      return false;
    }
    events(writes);
    if (!wallet(writes.points().wallets().getFirst())) {
      return false;
    }
    transfer(transfer, booking.id());
    entries(transfer);
    if (!hold(booking.hold())) {
      return false;
    }
    booking(booking);
    return true;
  }

  private boolean seats(GroupResult.Writes writes) throws SQLException {
    String sql = protection.whenWriting(SEAT, "version = ?");
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      for (GroupResult.SeatWrite write : writes.seats()) {
        SeatRow row = write.row();
        SeatRow.Owner owner = row.owner().orElseThrow();
        update.setInt(1, row.version());
        update.setString(2, String.valueOf(row.state().letter()));
        update.setString(3, owner.buyer().sub());
        update.setObject(4, owner.hold().value());
        update.setObject(5, moment(owner.until()));
        update.setLong(6, write.show().value());
        update.setInt(7, row.seat());
        if (protection == Protection.VERSIONS) {
          update.setInt(8, seatAsRead(write).version());
        }
        update.addBatch();
      }
      return Arrays.stream(update.executeBatch()).allMatch(changed -> changed == 1);
    }
  }

  private SeatRow seatAsRead(GroupResult.SeatWrite write) {
    SeatRow row = before.rows().seats().get(new Locked.SeatKey(write.show(), write.row().seat()));
    if (row == null) {
      throw new IllegalStateException("%s is written without having been read".formatted(write));
    }
    return row;
  }

  private void events(GroupResult.Writes writes) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(EVENT)) {
      for (SeatEvent event : writes.events()) {
        insert.setLong(1, event.show().value());
        insert.setInt(2, event.seat());
        insert.setInt(3, event.version());
        insert.setString(4, letter(event.type()));
        insert.setString(5, letter(event.reason()));
        insert.setString(6, event.buyer().sub());
        insert.setObject(7, event.hold().value());
        insert.setObject(8, event.booking().map(BookingId::value).orElse(null));
        insert.setObject(9, moment(event.at()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private boolean wallet(GroupResult.WalletWrite wallet) throws SQLException {
    String sql = protection.whenWriting(WALLET, "version = ?");
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setLong(1, wallet.row().balance());
      update.setLong(2, wallet.row().version());
      update.setString(3, wallet.buyer().sub());
      if (protection == Protection.VERSIONS) {
        update.setLong(4, wallet.row().version() - 1);
      }
      return update.executeUpdate() == 1;
    }
  }

  private void transfer(Transfer transfer, BookingId booking) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(TRANSFER)) {
      insert.setObject(1, transfer.id().value());
      insert.setLong(2, transfer.amount());
      insert.setString(3, transfer.wallet().sub());
      insert.setObject(4, booking.value());
      insert.setObject(5, moment(before.now()));
      insert.executeUpdate();
    }
  }

  private void entries(Transfer transfer) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(ENTRIES)) {
      insert.setObject(1, transfer.id().value());
      insert.setLong(2, -transfer.amount());
      insert.setString(3, transfer.wallet().sub());
      insert.setLong(4, transfer.number());
      insert.setLong(5, transfer.balance());
      insert.setObject(6, transfer.id().value());
      insert.setLong(7, transfer.amount());
      insert.executeUpdate();
    }
  }

  /** Its owner may give an expired hold back without any seat of it changing. */
  private boolean hold(HoldId hold) throws SQLException {
    String sql = protection.whenWriting(HOLD, "state IN ('l', 'e')");
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setObject(1, hold.value());
      return update.executeUpdate() == 1;
    }
  }

  private void booking(Booking booking) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(BOOKING)) {
      insert.setObject(1, booking.id().value());
      insert.setObject(2, booking.hold().value());
      insert.setLong(3, booking.show().value());
      insert.setString(4, booking.buyer().sub());
      insert.setObject(5, booking.seats().stream().mapToInt(Integer::intValue).toArray());
      insert.setLong(6, booking.total());
      insert.setLong(7, booking.balance().orElseThrow());
      insert.setObject(8, moment(booking.confirmedAt()));
      insert.executeUpdate();
    }
  }

  private static OffsetDateTime moment(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }

  private static String letter(SeatEvent.Type type) {
    return switch (type) {
      case HELD -> "h";
      case RELEASED -> "r";
      case SOLD -> "s";
    };
  }

  private static String letter(SeatEvent.Reason reason) {
    return switch (reason) {
      case CLAIMED -> "c";
      case GIVEN_BACK -> "g";
      case EXPIRED -> "e";
      case PAID -> "p";
      case CANCELLED -> "x";
      case MORE_TIME -> "m";
    };
  }
}
