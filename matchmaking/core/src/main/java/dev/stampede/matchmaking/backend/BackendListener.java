package dev.stampede.matchmaking.backend;

import dev.stampede.matchmaking.ticket.AssignOutcome;
import java.time.Duration;
import java.util.List;

/** Hears how a backend does. Called by its threads: be quick and do not throw. */
public interface BackendListener {

  BackendListener NONE = new BackendListener() {};

  /** The end of a step of the tick. */
  enum Ending {
    /** It ended with an answer. */
    WORKED,
    /** It ended with an exception. */
    FAILED,
    /** Not in time, or its last run is still going on. */
    TOO_LATE
  }

  /** A tick has ended, also one that failed. */
  default void ticked(TickSummary summary, Duration took) {}

  /** A profile's match function has run. */
  default void functionRan(String profile, Ending ending, Duration took) {}

  /** The evaluator has run. */
  default void evaluatorRan(Ending ending, Duration took) {}

  /** A profile's assigner has run. */
  default void assignerRan(String profile, Ending ending, Duration took) {}

  /**
   * A match was assigned.
   *
   * @param waited for each of its tickets the time from creation to assignment
   */
  default void assigned(String profile, List<Duration> waited) {}

  /** The store has refused a match; its tickets go back. */
  default void refused(String profile, AssignOutcome why) {}
}
