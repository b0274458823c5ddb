package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.util.Optional;

/** The lines of all shows, as buyers meet them. */
public interface WaitingRooms {

  /**
   * Gives the buyer a place, or returns the one they have: however often and from wherever they
   * ask, it is one place. Counts as a sign of life.
   *
   * @param placeToken the token that the buyer received earlier, which restores their place if the
   *     line has lost it; a token that is worth nothing counts as none
   */
  QueueOutcome join(ShowId show, Buyer buyer, Optional<String> placeToken);

  /**
   * Finds the buyer, from memory if possible; restores a place as {@link #join} does. Counts as a
   * sign of life.
   */
  QueueOutcome look(ShowId show, Buyer buyer, Optional<String> placeToken);

  /** Gives up the buyer's place, or their pass. Returns when that is certain. */
  LeaveOutcome leave(ShowId show, Buyer buyer);

  /** The result of leaving. */
  sealed interface LeaveOutcome {
    record Left() implements LeaveOutcome {}

    record NotInLine() implements LeaveOutcome {}

    record NoRoom() implements LeaveOutcome {}

    record NoSuchShow() implements LeaveOutcome {}

    /** Redis or the database is away; nothing is certain. */
    record Unavailable(String why) implements LeaveOutcome {}
  }
}
