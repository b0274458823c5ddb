package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.claim.decision.Locked;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.HoldRow;
import dev.stampede.engine.claim.decision.Locked.PassRow;
import dev.stampede.engine.claim.decision.Locked.SeatCount;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Locked.StoredAnswer;
import dev.stampede.engine.claim.decision.Locked.WalletRow;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.postgres.column.BookingColumns;
import dev.stampede.postgres.column.HoldColumns;
import dev.stampede.postgres.column.Micros;
import dev.stampede.postgres.show.SaleSwitchCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows that a group has locked and looked up, gathered one by one. */
final class LockedRows {

  private final Map<ShowId, ShowTerms> terms = new HashMap<>();
  private final Map<SeatKey, SeatRow> seats = new HashMap<>();
  private final Set<BuyerKey> lockedBuyers = new HashSet<>();
  private final Map<BuyerKey, SeatCount> seatsOfBuyers = new HashMap<>();
  private final Map<BuyerKey, PassRow> passes = new HashMap<>();
  private final Map<Buyer, WalletRow> wallets = new HashMap<>();
  private final Map<HoldId, HoldRow> holds = new HashMap<>();
  private final Map<BookingId, Booking> bookings = new HashMap<>();
  private final Set<Payment.Outside> usedPayments = new HashSet<>();
  private final Map<String, StoredAnswer> operations = new HashMap<>();
  private final Set<BookingRequestId> decided = new HashSet<>();
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
    lockedBuyers.add(buyerKey(row));
  }

  void readSeatsOfBuyer(ResultSet row) throws SQLException {
    seatsOfBuyers.put(buyerKey(row), new SeatCount(row.getInt(3), row.getInt(4)));
  }

  void readPasses(ResultSet row) throws SQLException {
    passes.put(buyerKey(row), new PassRow(row.getLong(3), row.getLong(4)));
  }

  private static BuyerKey buyerKey(ResultSet row) throws SQLException {
    return new BuyerKey(new ShowId(row.getLong(1)), new Buyer(row.getString(2)));
  }

  void readWallet(ResultSet row) throws SQLException {
    wallets.put(new Buyer(row.getString(1)), new WalletRow(row.getLong(2), row.getLong(3)));
  }

  /** A wallet that is known not to exist. */
  void noWallet(Buyer buyer) {
    wallets.put(buyer, WalletRow.EMPTY);
  }

  void readBooking(ResultSet row) throws SQLException {
    Booking booking = BookingColumns.read(row, 1);
    bookings.put(booking.id(), booking);
  }

  void readUsedPayment(ResultSet row) throws SQLException {
    usedPayments.add(new Payment.Outside(row.getString(1), row.getString(2)));
  }

  void readHold(ResultSet row) throws SQLException {
    HoldRow hold = HoldColumns.read(row, 1);
    holds.put(hold.hold().id(), hold);
  }

  void readOperation(ResultSet row) throws SQLException {
    operations.put(StoredAnswers.operation(row), StoredAnswers.answer(row));
  }

  void readDecided(ResultSet row) throws SQLException {
    decided.add(new BookingRequestId(row.getObject(1, UUID.class)));
  }

  void readTerms(ResultSet row) throws SQLException {
    ShowId show = new ShowId(row.getLong(1));
    int limit = row.getInt(5);
    terms.put(
        show,
        new ShowTerms(
            show,
            Micros.read(row, 2),
            SaleSwitchCode.saleSwitch(row.getString(3)),
            row.getInt(4),
            limit == 0 ? OptionalInt.empty() : OptionalInt.of(limit),
            Duration.ofMillis(row.getLong(6)),
            Micros.read(row, 7),
            row.getBoolean(8)));
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

  @Nullable HoldRow hold(HoldId id) {
    return holds.get(id);
  }

  boolean hasLockedWallet(Buyer buyer) {
    return wallets.containsKey(buyer);
  }

  boolean hasLocked(BuyerKey buyer) {
    return lockedBuyers.contains(buyer);
  }

  Map<ShowId, ShowTerms> terms() {
    return terms;
  }

  Locked locked(Function<ShowId, @Nullable SeatMap> maps, WalletLimits limits) {
    Map<ShowId, Locked.Terms> shows = new HashMap<>();
    terms.forEach(
        (show, rules) -> {
          SeatMap map = maps.apply(show);
          if (map != null) {
            shows.put(show, new Locked.Terms(rules, map));
          }
        });
    seatsOfBuyers.keySet().retainAll(lockedBuyers);
    passes.keySet().retainAll(lockedBuyers);
    return new Locked(
        now,
        shows,
        limits,
        new Locked.Rows(seats, seatsOfBuyers, passes, wallets),
        new Locked.Found(holds, bookings, usedPayments, operations, decided));
  }
}
