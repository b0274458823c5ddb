package dev.stampede.engine.waitingroom;

/**
 * The state of a line at one moment.
 *
 * @param rebuilt false while a line that was lost is not rebuilt yet
 */
public record LineSnapshot(
    int epoch,
    long generation,
    LineState.Phase phase,
    Numbers numbers,
    Counts counts,
    Changes changes,
    boolean rebuilt) {

  /** True if the line knows no buyer. */
  boolean isEmpty() {
    return counts.present() == 0;
  }

  /**
   * The numbers of the line.
   *
   * @param last the last number given out
   * @param limit the last number that may be given out
   * @param base the last number before the draw
   * @param first the first number in line; 0 if nobody is in line
   */
  public record Numbers(long last, long limit, long base, long first) {}

  /**
   * The counts of a line.
   *
   * @param inside buyers with a pass, or on their way to one
   * @param present all buyers whom the line knows: waiting, inside, or on their way in or out
   * @param admitted buyers let in since the line began; the counts after this one begin there too
   */
  public record Counts(
      long waiting,
      long inside,
      long present,
      long admitted,
      long ended,
      long booked,
      long bookedSeats) {}

  /**
   * The numbers that left out of turn (negative) or came back since the changes the caller knew.
   */
  public static final class Changes {

    private final long total;
    private final boolean whole;
    private final long[] numbers;

    public Changes(long total, boolean whole, long[] numbers) {
      this.total = total;
      this.whole = whole;
      this.numbers = numbers.clone();
    }

    /** The number of changes since the line began. */
    public long total() {
      return total;
    }

    /**
     * True if these are all changes that the caller did not know; if not, it has to read all
     * numbers again.
     */
    public boolean whole() {
      return whole;
    }

    public long[] numbers() {
      return numbers.clone();
    }
  }
}
