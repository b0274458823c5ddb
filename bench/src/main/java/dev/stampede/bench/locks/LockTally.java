package dev.stampede.bench.locks;

import dev.stampede.bench.turns.Nanos;

/** The results of contenders: locks acquired in time, how long each wait and each hand-off took. */
final class LockTally {

  private long acquired;
  private final Nanos waits;
  private final Nanos handOffs;

  LockTally(long acquired, Nanos waits, Nanos handOffs) {
    this.acquired = acquired;
    this.waits = waits;
    this.handOffs = handOffs;
  }

  static LockTally empty() {
    return new LockTally(0, new Nanos(), new Nanos());
  }

  void add(LockTally other) {
    acquired += other.acquired;
    waits.addAll(other.waits);
    handOffs.addAll(other.handOffs);
  }

  long acquired() {
    return acquired;
  }

  Nanos waits() {
    return waits;
  }

  Nanos handOffs() {
    return handOffs;
  }

  /** The longest wait over the mean: 1 would be the same for everybody. */
  double unfairness() {
    return waits.percentileMillis(1) / waits.meanMillis();
  }
}
