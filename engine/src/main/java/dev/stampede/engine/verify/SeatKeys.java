package dev.stampede.engine.verify;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the keys of the gate in front of the database. */
public interface SeatKeys {

  /**
   * The content of one seat's key.
   *
   * @param rank 0, since a key goes when its claim is decided; servers of an earlier version wrote
   *     the rank of the commit, as {@link dev.stampede.engine.seats.SeatNotice} has it; {@link
   *     #UNREADABLE} if the key is not one of ours
   * @param hold the text in the key, which may be anything
   * @param lasts the time until the key ends; empty if it never does
   */
  record Said(long rank, String hold, String buyer, Optional<Duration> lasts) {

    public static final long UNREADABLE = -1;

    public boolean isSameAs(Said other) {
      return rank == other.rank && hold.equals(other.hold) && buyer.equals(other.buyer);
    }
  }

  /**
   * Reads the keys of these seats; a seat without a key is not in the result.
   *
   * @throws SeatKeysAwayException if the gate does not answer
   */
  Map<Integer, Said> said(ShowId show, List<Integer> seats);
}
