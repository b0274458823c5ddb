package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import java.util.List;

/**
 * Layer 1: lets one claim at a time through to the database for each seat, and refuses those of
 * other buyers meanwhile. It never decides what is sold; claims are decided correctly without it.
 */
public interface SeatGate {

  /** No gate: every claim passes, and the database alone refuses. */
  SeatGate NONE =
      new SeatGate() {
        @Override
        public Verdict enter(ShowId show, List<Integer> seats, Buyer buyer, HoldId hold) {
          return new Verdict.Passed();
        }

        @Override
        public void leave(ShowId show, List<Integer> seats, HoldId hold) {}
      };

  /** The answer of the gate. */
  sealed interface Verdict {

    /** All seats were free, or already this buyer's: go on. */
    record Passed() implements Verdict {}

    /** Claims of other buyers have entered these. */
    record Refused(List<Integer> seats) implements Verdict {
      public Refused {
        seats = List.copyOf(seats);
      }
    }

    /** The gate did not answer: go on without it. */
    record Skipped() implements Verdict {}
  }

  /** Tries to take all the seats for this hold, all or none, in one call. */
  Verdict enter(ShowId show, List<Integer> seats, Buyer buyer, HoldId hold);

  /**
   * Takes back what {@link #enter} took for this hold, when the database said no. Does not wait.
   */
  void leave(ShowId show, List<Integer> seats, HoldId hold);
}
