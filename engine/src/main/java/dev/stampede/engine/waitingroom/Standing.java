package dev.stampede.engine.waitingroom;

import java.time.Instant;

/** Where the line says that a buyer is. */
public sealed interface Standing {

  /** How a buyer came to be in line. */
  enum How {
    /** They were. */
    THERE,
    NEW,
    /** Put back to where a token says they stood. */
    BACK
  }

  record InLine(long number, How how) implements Standing {}

  /** Out of line to be let in, which is being written down. */
  record Entering(long number) implements Standing {}

  /** Let in by this number, until then. */
  record Inside(long number, Instant until) implements Standing {}

  record Absent() implements Standing {}

  /** Not in line; whether inside is not known before the line is as it was before it was lost. */
  record Unsure() implements Standing {}

  /** No number is left that may be given out; more have to be reserved first. */
  record NoNumbers() implements Standing {}

  /** As many wait as may. */
  record Full() implements Standing {}
}
