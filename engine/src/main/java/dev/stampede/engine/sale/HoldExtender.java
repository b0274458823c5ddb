package dev.stampede.engine.sale;

import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import java.time.Duration;
import java.util.Optional;

/** Gives buyers who hold seats more time, because something has kept them from paying. */
public interface HoldExtender {

  /** No hold ends later than this from now: as late as one that is made now could. */
  Duration LONGEST = ShowSettings.MAX_HOLD;

  /** The result of an extension. */
  sealed interface Outcome {

    /**
     * Every hold that was live when it began, and still was when it was reached, ends later.
     *
     * @param holds how many that were
     * @param clipped how many of these, or beside them, got less than asked for, or nothing,
     *     because they would have ended too late
     */
    record Extended(int holds, int clipped) implements Outcome {}

    /** The operation was done before; this is what came of it then. */
    record Replayed(Extended before) implements Outcome {}

    /** The operation was another request's. */
    record OperationMismatch() implements Outcome {}

    /**
     * Time was up. So many holds have got more time; a repeat of the operation goes on with the
     * rest.
     */
    record Unfinished(int holds) implements Outcome {}
  }

  /**
   * Lets every live hold of the show end so much later. A hold that has ended stays ended, by its
   * time or by anybody's hand.
   *
   * @param operation a repeat goes on where the first was cut off, and extends nothing twice
   */
  Outcome extend(ShowId show, Duration by, Optional<Operation> operation);
}
