package dev.stampede.engine.waitingroom;

/** A line as this process last saw it. Immutable, so a newer view does not disturb readers. */
record LineView(LineSnapshot snapshot, Positions positions, AdmissionRate pace, long atNanos) {

  /** True if the answer is from the epoch and generation of this view. */
  boolean isOf(Line.Answered answered) {
    return snapshot.generation() == answered.generation() && snapshot.epoch() == answered.epoch();
  }
}
