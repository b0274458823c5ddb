package dev.stampede.postgres;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Locked;
import dev.stampede.engine.claim.Locked.BuyerKey;
import dev.stampede.engine.claim.Locked.HoldRow;
import dev.stampede.engine.claim.Locked.SeatKey;
import dev.stampede.engine.claim.Locked.StoredAnswer;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a group's locks and look-ups brought, gathered row by row. */
final class LockedRows {

  private final Map<ShowId, ShowTerms> terms = new HashMap<>();
  private final Map<SeatKey, SeatRow> seats = new HashMap<>();
  private final Set<BuyerKey> lockedBuyers = new HashSet<>();
  private final Map<BuyerKey, Integer> seatsOfBuyers = new HashMap<>();
  private final Map<HoldId, HoldRow> holds = new HashMap<>();
  private final Map<String, StoredAnswer> operations = new HashMap<>();
  private Instant now = Instant.EPOCH;
  private String transaction = "";

  void readSeat(ResultSet row) throws SQLException {
    ShowId show = new ShowId(row.getLong(1));
    SeatRow seat = seat(row, 2);
    seats.put(new SeatKey(show, seat.seat()), seat);
  }

  /** Reads number, version, state, buyer, hold and end from this column on. */
  private static SeatRow seat(ResultSet row, int first) throws SQLException {
    SeatState state = SeatState.of(row.getString(first + 2).charAt(0));
    Optional<SeatRow.Owner> owner =
        state == SeatState.FREE
            ? Optional.empty()
            : Optional.of(
                new SeatRow.Owner(
                    new Buyer(row.getString(first + 3)),
                    new HoldId(row.getObject(first + 4, UUID.class)),
                    Micros.read(row, first + 5)));
    return new SeatRow(row.getInt(first), state, row.getInt(first + 1), owner);
  }

  void readBuyer(ResultSet row) throws SQLException {
    lockedBuyers.add(new BuyerKey(new ShowId(row.getLong(1)), new Buyer(row.getString(2))));
  }

  void readSeatsOfBuyer(ResultSet row) throws SQLException {
    BuyerKey key = new BuyerKey(new ShowId(row.getLong(1)), new Buyer(row.getString(2)));
    seatsOfBuyers.put(key, row.getInt(3));
  }

  void readHold(ResultSet row) throws SQLException {
    HoldRow hold = HoldColumns.read(row, 1);
    holds.put(hold.hold().id(), hold);
  }

  void readOperation(ResultSet row) throws SQLException {
    HexFormat hex = HexFormat.of();
    operations.put(
        hex.formatHex(row.getBytes(1)),
        new StoredAnswer(hex.formatHex(row.getBytes(2)), HoldColumns.read(row, 3).hold()));
  }

  void readTerms(ResultSet row) throws SQLException {
    ShowId show = new ShowId(row.getLong(1));
    int limit = row.getInt(5);
    terms.put(
        show,
        new ShowTerms(
            show,
            Micros.read(row, 2),
            GateLetter.gate(row.getString(3)),
            row.getInt(4),
            limit == 0 ? OptionalInt.empty() : OptionalInt.of(limit),
            Duration.ofMillis(row.getLong(6))));
  }

  void readMoment(ResultSet row) throws SQLException {
    now = Micros.read(row, 1);
    transaction = row.getString(2);
  }

  /** The database's time, read after the locks. */
  Instant now() {
    return now;
  }

  /** The name under which the server knows this transaction. */
  String transaction() {
    return transaction;
  }

  @Nullable SeatRow seat(SeatKey key) {
    return seats.get(key);
  }

  boolean hasHold(HoldId id) {
    return holds.containsKey(id);
  }

  boolean hasLocked(BuyerKey buyer) {
    return lockedBuyers.contains(buyer);
  }

  Map<ShowId, ShowTerms> terms() {
    return terms;
  }

  Locked locked(Function<ShowId, @Nullable SeatMap> maps) {
    Map<ShowId, Locked.Terms> shows = new HashMap<>();
    terms.forEach(
        (show, rules) -> {
          SeatMap map = maps.apply(show);
          if (map != null) {
            shows.put(show, new Locked.Terms(rules, map));
          }
        });
    seatsOfBuyers.keySet().retainAll(lockedBuyers);
    return new Locked(now, shows, seats, seatsOfBuyers, holds, operations);
  }
}
