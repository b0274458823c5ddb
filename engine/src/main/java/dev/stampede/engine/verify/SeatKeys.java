package dev.stampede.engine.verify;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the gate in front of the database says of seats. */
public interface SeatKeys {

  /**
   * What is said of one seat.
   *
   * @param rank of what was committed, as {@link dev.stampede.engine.seats.SeatNotice} has it; 0
   *     while somebody has only entered; {@link #UNREADABLE} if it is not one of ours
   * @param hold the text it was said with, which may be anything
   * @param lasts for how much longer; empty: for ever
   */
  record Said(long rank, String hold, String buyer, Optional<Duration> lasts) {

    public static final long UNREADABLE = -1;

    public boolean isSameAs(Said other) {
      return rank == other.rank && hold.equals(other.hold) && buyer.equals(other.buyer);
    }
  }

  /**
   * What is said of these seats; those that nothing is said of are not in it.
   *
   * @throws SeatKeysAwayException if nobody answers
   */
  Map<Integer, Said> said(ShowId show, List<Integer> seats);
}
