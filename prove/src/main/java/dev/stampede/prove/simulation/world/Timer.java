package dev.stampede.prove.simulation.world;

/** Something that is due at a moment. */
final class Timer implements Comparable<Timer> {

  private final long atNanos;
  private final long number;
  private final Runnable action;
  private boolean cancelled;

  Timer(long atNanos, long number, Runnable action) {
    this.atNanos = atNanos;
    this.number = number;
    this.action = action;
  }

  long atNanos() {
    return atNanos;
  }

  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  void fire() {
    action.run();
  }

  @Override
  public int compareTo(Timer other) {
    int byTime = Long.compare(atNanos, other.atNanos);
    return byTime != 0 ? byTime : Long.compare(number, other.number);
  }
}
