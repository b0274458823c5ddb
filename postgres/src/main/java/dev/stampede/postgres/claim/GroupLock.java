package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.BookingColumns;
import dev.stampede.postgres.column.HoldColumns;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * The statements that lock the rows of a group and read the data that decides it.
 *
 * <p>In READ COMMITTED each statement sees what was committed before it began. So the locks come
 * first, and every look-up is a statement after them: no transaction that needs the same rows can
 * change what it reads any more. The time is read last, for the same reason.
 */
final class GroupLock {

  private static final String LOCK_SEATS =
      """
      SELECT s.show_id, s.number, s.version, s.state::text, s.buyer, s.hold_id, s.held_until
      FROM (SELECT unnest(?::bigint[]) AS show_id, unnest(?::integer[]) AS number) AS wanted
      JOIN seat s ON s.show_id = wanted.show_id AND s.number = wanted.number
      ORDER BY s.show_id, s.number
      FOR UPDATE OF s\s""";

  /**
   * The seats of a hold or a booking never change, so that they may be read by the statement that
   * locks them.
   */
  private static final String LOCK_SEATS_AND_THOSE_OF_OTHERS =
      """
      SELECT s.show_id, s.number, s.version, s.state::text, s.buyer, s.hold_id, s.held_until
      FROM (
        SELECT * FROM unnest(?::bigint[], ?::integer[]) AS named (show_id, number)
        UNION
        SELECT h.show_id, unnest(h.seats)
        FROM unnest(?::uuid[], ?::text[]) AS held (id, buyer)
        JOIN hold h ON h.id = held.id AND h.buyer = held.buyer
        UNION
        SELECT b.show_id, unnest(b.seats)
        FROM unnest(?::uuid[], ?::text[]) AS booked (id, buyer)
        JOIN booking b ON b.id = booked.id AND b.buyer = booked.buyer
      ) AS wanted
      JOIN seat s ON s.show_id = wanted.show_id AND s.number = wanted.number
      ORDER BY s.show_id, s.number
      FOR UPDATE OF s\s""";

  private static final String LOCK_BUYERS =
      """
      SELECT b.show_id, b.buyer
      FROM unnest(?::bigint[], ?::text[]) AS wanted (show_id, buyer)
      JOIN show_buyer b ON b.show_id = wanted.show_id AND b.buyer = wanted.buyer
      ORDER BY b.show_id, b.buyer
      FOR UPDATE OF b\s""";

  /** The clock in a sub-select is read once; written plainly, the index could not be used. */
  private static final String COUNT_SEATS_OF_BUYERS =
      """
      SELECT wanted.show_id, wanted.buyer,
        coalesce((
          SELECT sum(cardinality(h.seats))
          FROM hold h
          WHERE h.buyer = wanted.buyer AND h.show_id = wanted.show_id
            AND h.state = 'l' AND h.expires_at > (SELECT stampede_now())), 0),
        coalesce((
          SELECT sum(cardinality(b.seats))
          FROM booking b
          WHERE b.buyer = wanted.buyer AND b.show_id = wanted.show_id
            AND b.cancelled_at IS NULL), 0)
      FROM unnest(?::bigint[], ?::text[]) AS wanted (show_id, buyer)""";

  /**
   * The spent pass changes only under the row's lock; the highest pass given may grow at any
   * moment.
   */
  private static final String READ_PASSES =
      """
      SELECT b.show_id, b.buyer, b.spent_pass,
        greatest(b.shown_pass, (
          SELECT max(g.number)
          FROM queue_gone g
          WHERE g.show_id = b.show_id AND g.buyer = b.buyer AND g.kind = 'a'))
      FROM unnest(?::bigint[], ?::text[]) AS wanted (show_id, buyer)
      JOIN show_buyer b ON b.show_id = wanted.show_id AND b.buyer = wanted.buyer""";

  private static final String LOCK_WALLETS =
      """
      SELECT w.buyer, w.balance, w.version
      FROM unnest(?::text[]) AS wanted (buyer)
      JOIN wallet w ON w.buyer = wanted.buyer
      ORDER BY w.buyer
      FOR UPDATE OF w\s""";

  private static final String READ_HOLDS =
      "SELECT " + HoldColumns.LIST + " FROM hold h WHERE h.id = ANY (?::uuid[])";

  private static final String READ_BOOKINGS =
      "SELECT " + BookingColumns.LIST + " FROM booking b WHERE b.id = ANY (?::uuid[])";

  private static final String READ_USED_PAYMENTS =
      """
      SELECT p.provider, p.reference
      FROM unnest(?::text[], ?::text[]) AS wanted (provider, reference)
      JOIN outside_payment p ON p.provider = wanted.provider AND p.reference = wanted.reference""";

  private static final String READ_TERMS =
      """
      SELECT id, sale_opens_at, gate::text, max_seats_per_hold, max_seats_per_buyer, hold_millis,
        starts_at, room_enabled
      FROM show
      WHERE id = ANY (?::bigint[])""";

  private static final String READ_MOMENT = "SELECT stampede_now(), pg_current_xact_id()::text";

  private GroupLock() {}

  static List<SqlStep> steps(Footprint footprint, RowLocking locking, LockedRows into) {
    List<SqlStep> steps = new ArrayList<>();
    if (locking == RowLocking.WAIT) {
      steps.add(SqlStep.update(RowLocking.limitWait()));
    }
    if (!footprint.seats().isEmpty() || footprint.named().hasSeats()) {
      steps.add(lockSeats(footprint, locking, into));
    }
    addBuyers(footprint.buyers(), locking, into, steps);
    if (!footprint.wallets().all().isEmpty()) {
      steps.add(
          SqlStep.query(
              LOCK_WALLETS + locking.suffix(),
              into::readWallet,
              (Object) names(footprint.wallets().all())));
    }
    addNamed(footprint.named(), into, steps);
    if (!footprint.operations().isEmpty()) {
      byte[][] ids =
          footprint.operations().stream().map(HexFormat.of()::parseHex).toArray(byte[][]::new);
      steps.add(SqlStep.query(StoredAnswers.READ, into::readOperation, (Object) ids));
    }
    if (!footprint.requests().isEmpty()) {
      steps.add(StoredOutcomes.readDecided(footprint.requests(), into::readDecided));
    }
    if (!footprint.shows().isEmpty()) {
      long[] shows = footprint.shows().stream().mapToLong(ShowId::value).toArray();
      steps.add(SqlStep.query(READ_TERMS, into::readTerms, shows));
    }
    steps.add(moment(into));
    return steps;
  }

  /** More seats for a group that has locked others already; never waits, so order is free. */
  static List<SqlStep> moreSeats(Collection<SeatKey> seats, LockedRows into) {
    return List.of(
        SqlStep.query(
            LOCK_SEATS + RowLocking.SKIP.suffix(), into::readSeat, shows(seats), numbers(seats)),
        moment(into));
  }

  /**
   * Seats and the (show, buyer) rows of their buyers, which are waited for in order, and then the
   * holds that own them. A buyer's row is there only where the show has a limit or a waiting room.
   */
  static List<SqlStep> seatsOfHolds(
      Collection<SeatKey> seats,
      Collection<BuyerKey> buyers,
      Collection<HoldId> holds,
      LockedRows into) {
    return List.of(
        SqlStep.query(
            LOCK_SEATS + RowLocking.WAIT.suffix(), into::readSeat, shows(seats), numbers(seats)),
        ofBuyers(LOCK_BUYERS + RowLocking.WAIT.suffix(), into::readBuyer, buyers),
        readHolds(holds, into),
        moment(into));
  }

  static SqlStep readHolds(Collection<HoldId> ids, LockedRows into) {
    UUID[] values = ids.stream().map(HoldId::value).toArray(UUID[]::new);
    return SqlStep.query(READ_HOLDS, into::readHold, (Object) values);
  }

  private static void addBuyers(
      Footprint.Buyers buyers, RowLocking locking, LockedRows into, List<SqlStep> steps) {
    if (!buyers.all().isEmpty()) {
      steps.add(ofBuyers(LOCK_BUYERS + locking.suffix(), into::readBuyer, buyers.all()));
    }
    if (!buyers.counted().isEmpty()) {
      steps.add(ofBuyers(COUNT_SEATS_OF_BUYERS, into::readSeatsOfBuyer, buyers.counted()));
    }
    if (!buyers.passes().isEmpty()) {
      steps.add(ofBuyers(READ_PASSES, into::readPasses, buyers.passes()));
    }
  }

  private static SqlStep ofBuyers(
      String sql, SqlStep.RowReader reader, Collection<BuyerKey> buyers) {
    return SqlStep.query(
        sql,
        reader,
        buyers.stream().mapToLong(key -> key.show().value()).toArray(),
        buyers.stream().map(key -> key.buyer().sub()).toArray(String[]::new));
  }

  private static void addNamed(Footprint.Named named, LockedRows into, List<SqlStep> steps) {
    if (!named.holds().isEmpty()) {
      steps.add(SqlStep.query(READ_HOLDS, into::readHold, (Object) ids(named.holds())));
    }
    if (!named.bookings().isEmpty()) {
      steps.add(SqlStep.query(READ_BOOKINGS, into::readBooking, (Object) ids(named.bookings())));
    }
    if (!named.references().isEmpty()) {
      steps.add(
          SqlStep.query(
              READ_USED_PAYMENTS,
              into::readUsedPayment,
              named.references().stream().map(Payment.Outside::provider).toArray(String[]::new),
              named.references().stream().map(Payment.Outside::reference).toArray(String[]::new)));
    }
  }

  private static SqlStep moment(LockedRows into) {
    return SqlStep.query(READ_MOMENT, into::readMoment);
  }

  private static SqlStep lockSeats(Footprint footprint, RowLocking locking, LockedRows into) {
    long[] shows = shows(footprint.seats());
    int[] numbers = numbers(footprint.seats());
    if (!footprint.named().hasSeats()) {
      return SqlStep.query(LOCK_SEATS + locking.suffix(), into::readSeat, shows, numbers);
    }
    return SqlStep.query(
        LOCK_SEATS_AND_THOSE_OF_OTHERS + locking.suffix(),
        into::readSeat,
        shows,
        numbers,
        ids(footprint.named().holds()),
        owners(footprint.named().holds()),
        ids(footprint.named().bookings()),
        owners(footprint.named().bookings()));
  }

  private static long[] shows(Collection<SeatKey> seats) {
    return seats.stream().mapToLong(key -> key.show().value()).toArray();
  }

  private static int[] numbers(Collection<SeatKey> seats) {
    return seats.stream().mapToInt(SeatKey::seat).toArray();
  }

  private static UUID[] ids(Collection<Footprint.Owned> named) {
    return named.stream().map(Footprint.Owned::id).toArray(UUID[]::new);
  }

  private static String[] owners(Collection<Footprint.Owned> named) {
    return named.stream().map(each -> each.buyer().sub()).toArray(String[]::new);
  }

  static String[] names(Collection<Buyer> buyers) {
    return buyers.stream().map(Buyer::sub).toArray(String[]::new);
  }
}
