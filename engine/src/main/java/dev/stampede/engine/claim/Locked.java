package dev.stampede.engine.claim;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import java.time.Instant;
import java.util.Map;

/**
 * Everything a group is decided by, read under its locks.
 *
 * @param now the database's time, read after the locks
 * @param shows the terms and maps of the shows named; a show that is missing does not exist
 * @param seats the rows that were locked; a wanted seat that is missing here was not free to lock
 * @param buyers the (show, buyer) rows that were locked, where the show has a limit per buyer
 * @param holds the holds that releases name, and those that the locked seats name as their owner;
 *     one that is missing does not exist
 * @param operations answers stored by earlier groups for the operations named
 */
public record Locked(
    Instant now,
    Map<ShowId, Terms> shows,
    Map<SeatKey, SeatRow> seats,
    Map<BuyerKey, Integer> buyers,
    Map<HoldId, HoldRow> holds,
    Map<String, StoredAnswer> operations) {

  public Locked {
    shows = Map.copyOf(shows);
    seats = Map.copyOf(seats);
    buyers = Map.copyOf(buyers);
    holds = Map.copyOf(holds);
    operations = Map.copyOf(operations);
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

  /** One buyer in one show; its value in {@link Locked} is how many seats are live or booked. */
  public record BuyerKey(ShowId show, Buyer buyer) implements Comparable<BuyerKey> {
    @Override
    public int compareTo(BuyerKey other) {
      int byShow = show.compareTo(other.show);
      return byShow != 0 ? byShow : buyer.compareTo(other.buyer);
    }
  }

  /** A hold as stored. */
  public record HoldRow(HeldSeats hold, State state) {

    /** Whether its buyer still wants it; whether it has expired is a matter of time. */
    public enum State {
      LIVE,
      RELEASED
    }
  }

  /** What an earlier operation did, and for which request. */
  public record StoredAnswer(String fingerprint, HeldSeats hold) {}
}
