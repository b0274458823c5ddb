package dev.stampede.engine.waitingroom;

/**
 * A line at one moment.
 *
 * @param rebuilt whether it is as it should be, after it was lost
 */
public record Glance(
    int epoch,
    long generation,
    LineState.Phase phase,
    Numbers numbers,
    Counts counts,
    Changes changes,
    boolean rebuilt) {

  /** Whether the line knows nobody. */
  boolean isEmpty() {
    return counts.present() == 0;
  }

  /**
   * The numbers of the line.
   *
   * @param last given out
   * @param limit the last that may be given out
   * @param base the last before the draw
   * @param first in line; 0 if nobody is
   */
  public record Numbers(long last, long limit, long base, long first) {}

  /**
   * How many.
   *
   * @param inside with a pass, or on their way to one
   * @param present all whom the line knows: who wait, are inside, or are on their way in or out
   * @param admitted since the line began, as the rest
   */
  public record Counts(
      long waiting,
      long inside,
      long present,
      long admitted,
      long ended,
      long booked,
      long bookedSeats) {}

  /** Numbers that left out of turn (negative) or came back, since what was known. */
  public static final class Changes {

    private final long total;
    private final boolean whole;
    private final long[] numbers;

    public Changes(long total, boolean whole, long[] numbers) {
      this.total = total;
      this.whole = whole;
      this.numbers = numbers.clone();
    }

    /** How many there ever were. */
    public long total() {
      return total;
    }

    /** Whether these are all that were not known; if not, everybody has to be looked at again. */
    public boolean whole() {
      return whole;
    }

    public long[] numbers() {
      return numbers.clone();
    }
  }
}
