package dev.stampede.postgres.column;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.show.ShowId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** A hold's columns as every query of this module selects them, and how they are read. */
public final class HoldColumns {

  public static final int COUNT = 7;

  public static final String LIST =
      "h.id, h.show_id, h.buyer, h.seats, h.total, h.expires_at, h.state::text";

  private HoldColumns() {}

  public static String letter(HoldRow.State state) {
    return switch (state) {
      case LIVE -> "l";
      case RELEASED -> "r";
      case PAID -> "p";
    };
  }

  /** Reads the columns from this one on. */
  public static HoldRow read(ResultSet row, int first) throws SQLException {
    HeldSeats hold =
        new HeldSeats(
            new HoldId(row.getObject(first, UUID.class)),
            new ShowId(row.getLong(first + 1)),
            new Buyer(row.getString(first + 2)),
            List.of((Integer[]) row.getArray(first + 3).getArray()),
            row.getLong(first + 4),
            Micros.read(row, first + 5));
    return new HoldRow(hold, state(row.getString(first + 6)));
  }

  /** One that the reaper has tidied up was never given back: it only ended by its time. */
  private static HoldRow.State state(String letter) {
    return switch (letter) {
      case "l", "e" -> HoldRow.State.LIVE;
      case "r" -> HoldRow.State.RELEASED;
      case "p" -> HoldRow.State.PAID;
      default -> throw new IllegalStateException("'" + letter + "' is no state of a hold");
    };
  }
}
