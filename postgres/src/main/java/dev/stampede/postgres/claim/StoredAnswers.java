package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.decision.Locked.StoredAnswer;
import dev.stampede.postgres.column.BookingColumns;
import dev.stampede.postgres.column.HoldColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The answers stored under operations: the letter of what kind each is, the id of what it is about,
 * and how it is read again as it was given.
 */
final class StoredAnswers {

  private static final int HOLD = 5;
  private static final int BOOKING = HOLD + HoldColumns.COUNT;
  private static final int BALANCE = BOOKING + BookingColumns.COUNT;

  static final String READ =
      "SELECT o.id, o.fingerprint, o.answer::text, o.subject_id, "
          + HoldColumns.LIST
          + ", "
          + BookingColumns.LIST
          + """
          , e.balance
          FROM operation o
          LEFT JOIN hold h ON o.answer = 'h' AND h.id = o.subject_id
          LEFT JOIN booking b ON o.answer IN ('b', 'c') AND b.id = o.subject_id
          LEFT JOIN entry e ON o.answer = 't' AND e.transfer_id = o.subject_id AND e.account = 'w'
          WHERE o.id = ANY (?::bytea[])""";

  private StoredAnswers() {}

  /** The operation's id, as {@link #READ} has it. */
  static String operation(ResultSet row) throws SQLException {
    return HexFormat.of().formatHex(row.getBytes(1));
  }

  static StoredAnswer answer(ResultSet row) throws SQLException {
    ClaimOutcome.Success answer =
        switch (row.getString(3)) {
          case "h" -> new ClaimOutcome.Held(HoldColumns.read(row, HOLD).hold());
          case "b" -> new ClaimOutcome.Booked(BookingColumns.asConfirmed(row, BOOKING));
          case "c" -> new ClaimOutcome.Cancelled(BookingColumns.read(row, BOOKING));
          case "t" ->
              new ClaimOutcome.ToppedUp(
                  new TransferId(row.getObject(4, UUID.class)), row.getLong(BALANCE));
          default ->
              throw new IllegalStateException("'" + row.getString(3) + "' is no stored answer");
        };
    return new StoredAnswer(HexFormat.of().formatHex(row.getBytes(2)), answer);
  }

  static String letter(ClaimOutcome.Success answer) {
    return switch (answer) {
      case ClaimOutcome.Held _ -> "h";
      case ClaimOutcome.Booked _ -> "b";
      case ClaimOutcome.Cancelled _ -> "c";
      case ClaimOutcome.ToppedUp _ -> "t";
    };
  }

  static UUID subject(ClaimOutcome.Success answer) {
    return switch (answer) {
      case ClaimOutcome.Held held -> held.hold().id().value();
      case ClaimOutcome.Booked booked -> booked.booking().id().value();
      case ClaimOutcome.Cancelled cancelled -> cancelled.booking().id().value();
      case ClaimOutcome.ToppedUp toppedUp -> toppedUp.transfer().value();
    };
  }
}
