package dev.stampede.engine.waitingroom;

import java.time.Instant;

/** The line's answer about one buyer. */
public sealed interface LineAnswer {

  /** The way in which a buyer came to be in line. */
  enum How {
    /** They were in line already. */
    THERE,
    NEW,
    /** Put back to where a token says they stood. */
    BACK
  }

  record InLine(long number, How how) implements LineAnswer {}

  /** Taken out of the line to be let in; the admission is being written to the database. */
  record Entering(long number) implements LineAnswer {}

  /** Let in with this number; the pass is good until the given time. */
  record Inside(long number, Instant until) implements LineAnswer {}

  record Absent() implements LineAnswer {}

  /** Not in line. The line cannot tell if the buyer is inside until it is rebuilt after a loss. */
  record Unsure() implements LineAnswer {}

  /** The line has no number left to give out; the server must reserve more first. */
  record NoNumbers() implements LineAnswer {}

  /** The line has reached its limit of waiting buyers. */
  record Full() implements LineAnswer {}
}
