package dev.stampede.engine.waitingroom;

/** A line as this process last saw it. Never changed: who reads it is not disturbed by the next. */
record View(Glance glance, Positions positions, Pace pace, long atNanos) {

  /** Whether numbers are counted as they were when this was seen. */
  boolean isOf(Line.Answered answered) {
    return glance.generation() == answered.generation() && glance.epoch() == answered.epoch();
  }
}
