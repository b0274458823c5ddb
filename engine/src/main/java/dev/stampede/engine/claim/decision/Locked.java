package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Everything a group is decided by, read under its locks.
 *
 * @param now the database's time, read after the locks
 * @param shows the terms and maps of the shows named; a show that is missing does not exist
 */
public record Locked(
    Instant now, Map<ShowId, Terms> shows, WalletLimits limits, Rows rows, Found found) {

  public Locked {
    shows = Map.copyOf(shows);
  }

  /**
   * The rows that were locked; one that is missing was not free to lock.
   *
   * @param buyers how many seats the buyers of locked (show, buyer) rows have, where the show has a
   *     limit per buyer
   * @param passes what locked (show, buyer) rows say of passes, where the show has a waiting room
   * @param wallets those that do not exist are here too, as empty as they are
   */
  public record Rows(
      Map<SeatKey, SeatRow> seats,
      Map<BuyerKey, SeatCount> buyers,
      Map<BuyerKey, PassRow> passes,
      Map<Buyer, WalletRow> wallets) {
    public Rows {
      seats = Map.copyOf(seats);
      buyers = Map.copyOf(buyers);
      passes = Map.copyOf(passes);
      wallets = Map.copyOf(wallets);
    }
  }

  /**
   * The rows that were looked up after the locks; a row that is missing does not exist.
   *
   * @param holds those that claims name, and those that own a locked seat which its buyer claims
   * @param bookings those that claims name, and those of the paid holds among the above
   * @param usedPayments those of the payments outside that claims name which have paid a booking or
   *     have a refund
   * @param operations answers stored by earlier groups for the operations named
   * @param decided those of the booking requests that earlier groups have decided
   */
  public record Found(
      Map<HoldId, HoldRow> holds,
      Map<BookingId, Booking> bookings,
      Set<Payment.Outside> usedPayments,
      Map<String, StoredAnswer> operations,
      Set<BookingRequestId> decided) {
    public Found {
      holds = Map.copyOf(holds);
      bookings = Map.copyOf(bookings);
      usedPayments = Set.copyOf(usedPayments);
      operations = Map.copyOf(operations);
      decided = Set.copyOf(decided);
    }
  }

  /** A show's rules and where its seats are. */
  public record Terms(ShowTerms terms, SeatMap map) {}

  /** One seat of one show. */
  public record SeatKey(ShowId show, int seat) implements Comparable<SeatKey> {
    @Override
    public int compareTo(SeatKey other) {
      int byShow = show.compareTo(other.show);
      return byShow != 0 ? byShow : Integer.compare(seat, other.seat);
    }
  }

  /** One buyer in one show. */
  public record BuyerKey(ShowId show, Buyer buyer) implements Comparable<BuyerKey> {
    @Override
    public int compareTo(BuyerKey other) {
      int byShow = show.compareTo(other.show);
      return byShow != 0 ? byShow : buyer.compareTo(other.buyer);
    }
  }

  /**
   * The seats of one buyer in one show.
   *
   * @param live held by holds that have not ended
   * @param booked paid for and not cancelled; no clock has a say in these
   */
  public record SeatCount(int live, int booked) {

    public int total() {
      return live + booked;
    }

    SeatCount moreLive(int more) {
      return new SeatCount(live + more, booked);
    }

    SeatCount moreBooked(int more) {
      return new SeatCount(live, booked + more);
    }
  }

  /**
   * The passes of one buyer in one show.
   *
   * @param spent up to this number they are spent; 0 when none is
   * @param given the highest number that the buyer has been let in with, as recorded; 0 when never
   */
  public record PassRow(long spent, long given) {}

  /**
   * A wallet as stored.
   *
   * @param version the number of its last entry
   */
  public record WalletRow(long balance, long version) {
    public static final WalletRow EMPTY = new WalletRow(0, 0);
  }

  /** A hold as stored. */
  public record HoldRow(HeldSeats hold, State state) {

    /** The state that the buyer gave the hold; its expiry is a matter of time. */
    public enum State {
      LIVE,
      RELEASED,
      PAID
    }
  }

  /** The answer to an earlier operation, and the fingerprint of its request. */
  public record StoredAnswer(String fingerprint, ClaimOutcome.Success answer) {}
}
