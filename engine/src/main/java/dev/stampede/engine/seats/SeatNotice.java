package dev.stampede.engine.seats;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of a seat, as far as readers must know it. The owner is a hash, enough to tell
 * "certainly another's".
 *
 * @param rank orders all notices of one seat. It is twice the seat's version; one more for "the
 *     hold of this version has expired", which is no change in the database and yet news: newer
 *     than the hold, older than the seat's next change.
 * @param untilMillis the end of a hold; 0 for all other states
 */
public record SeatNotice(int seat, int rank, SeatState state, long untilMillis, int owner) {

  public static SeatNotice of(SeatChange change) {
    return of(change.seat(), change.version(), change.state(), change.owner());
  }

  /**
   * The notice of a row at that time: for a hold that has ended by then, the notice of its expiry.
   */
  public static SeatNotice of(SeatRow row, Instant at) {
    SeatNotice stored = of(row.seat(), row.version(), row.state(), row.owner());
    return row.state() == SeatState.HELD && row.isFreeAt(at) ? stored.expired() : stored;
  }

  private static SeatNotice of(
      int seat, int version, SeatState state, Optional<SeatRow.Owner> owner) {
    long until =
        state == SeatState.HELD ? owner.map(SeatRow.Owner::until).orElseThrow().toEpochMilli() : 0;
    return new SeatNotice(
        seat, rank(version), state, until, owner.map(o -> ownerOf(o.buyer())).orElse(0));
  }

  /** The notice that this hold has expired. */
  SeatNotice expired() {
    return new SeatNotice(seat, rank + 1, SeatState.FREE, 0, 0);
  }

  public static int rank(int version) {
    return Math.multiplyExact(version, 2);
  }

  /**
   * The hash of a buyer. The board takes two buyers with one hash for one; the gate and the
   * database tell them apart.
   */
  static int ownerOf(Buyer buyer) {
    return buyer.sub().hashCode();
  }
}
