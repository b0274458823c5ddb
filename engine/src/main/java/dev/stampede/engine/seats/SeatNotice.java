package dev.stampede.engine.seats;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.SeatChange;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import java.time.Instant;
import java.util.Optional;

/**
 * What a seat is, as far as readers must know: who owns it is a hash, enough to tell "certainly
 * another's".
 *
 * @param rank orders all that can be said of one seat. Twice its version; one more for "the hold of
 *     this version has lapsed", which is no change in the database and yet news: newer than the
 *     hold, older than whatever is done to the seat next.
 * @param untilMillis when a hold ends; 0 for all else
 */
public record SeatNotice(int seat, int rank, SeatState state, long untilMillis, int owner) {

  public static SeatNotice of(SeatChange change) {
    return of(change.seat(), change.version(), change.state(), change.owner());
  }

  /** The row as it reads at that time: a hold that has ended by then is news of its lapse. */
  public static SeatNotice of(SeatRow row, Instant at) {
    SeatNotice stored = of(row.seat(), row.version(), row.state(), row.owner());
    return row.state() == SeatState.HELD && row.isFreeAt(at) ? stored.lapsed() : stored;
  }

  private static SeatNotice of(
      int seat, int version, SeatState state, Optional<SeatRow.Owner> owner) {
    long until =
        state == SeatState.HELD ? owner.map(SeatRow.Owner::until).orElseThrow().toEpochMilli() : 0;
    return new SeatNotice(
        seat, rank(version), state, until, owner.map(o -> ownerOf(o.buyer())).orElse(0));
  }

  /** This hold, ended by its time. */
  SeatNotice lapsed() {
    return new SeatNotice(seat, rank + 1, SeatState.FREE, 0, 0);
  }

  public static int rank(int version) {
    return Math.multiplyExact(version, 2);
  }

  /** Two buyers with one hash are taken for one: the gate and the database know better. */
  static int ownerOf(Buyer buyer) {
    return buyer.sub().hashCode();
  }
}
