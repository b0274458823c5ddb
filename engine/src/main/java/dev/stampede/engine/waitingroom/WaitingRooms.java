package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.util.Optional;

/** The lines of all shows, as buyers meet them. */
public interface WaitingRooms {

  /**
   * Gives the buyer a place, or says which one they have: however often and from wherever they ask,
   * it is one place. A sign of life.
   *
   * @param placeToken what the buyer was given earlier, to be put back where they stood if the line
   *     has lost them; one that is worth nothing is as good as none
   */
  QueueOutcome join(ShowId show, Buyer buyer, Optional<String> placeToken);

  /** Says where the buyer is, from memory as far as it goes; restores as above. A sign of life. */
  QueueOutcome look(ShowId show, Buyer buyer, Optional<String> placeToken);

  /** Gives up the buyer's place, or their pass. Returns when that is certain. */
  LeaveOutcome leave(ShowId show, Buyer buyer);

  /** What became of giving up. */
  sealed interface LeaveOutcome {
    record Left() implements LeaveOutcome {}

    record NotInLine() implements LeaveOutcome {}

    record NoRoom() implements LeaveOutcome {}

    record NoSuchShow() implements LeaveOutcome {}

    /** Redis or the database is away; nothing is certain. */
    record Unavailable(String why) implements LeaveOutcome {}
  }
}
