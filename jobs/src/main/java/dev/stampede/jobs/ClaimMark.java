package dev.stampede.jobs;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Comparator;

/**
 * From where a claimer looks for what is due.
 *
 * <p>The index of due times begins with what was done long ago: entries of deleted rows stay until
 * they are vacuumed, and while some transaction beside us keeps an old snapshot open they cannot
 * even be marked as dead. A claim that began at the left end would walk over all of them, each
 * time, and would be slower with every job done. So it begins where the last one ended.
 *
 * <p>Two kinds of jobs can become visible behind that mark:
 *
 * <ol>
 *   <li>A job enqueued a moment earlier than the last one claimed, committed a moment later. The
 *       claim statement never begins later than {@link #LATE_COMMITS} before now.
 *   <li>The same with a transaction that took longer, or a job that a worker gave back. They are
 *       found by a sweep from the left end, every {@link #SWEEP_AT_LEAST_EVERY}, or less often when
 *       sweeps are slow: they may take one part in {@link #SWEEP_SHARE} of the time.
 * </ol>
 *
 * <p>Only the claimer's thread touches it, but for {@link #sweepNext}.
 */
final class ClaimMark {

  static final Duration LATE_COMMITS = Duration.ofMillis(200);
  static final Duration SWEEP_AT_LEAST_EVERY = Duration.ofMillis(500);
  static final int SWEEP_SHARE = 20;

  /** A place in the order of claims; PostgreSQL knows the least of times as minus infinity. */
  record Place(OffsetDateTime dueAt, long id) {

    static final Place BEGINNING = new Place(OffsetDateTime.MIN, 0);

    private static final Comparator<Place> ORDER =
        Comparator.comparing((Place place) -> place.dueAt.toInstant())
            .thenComparingLong(place -> place.id);

    Place later(Place other) {
      return ORDER.compare(this, other) >= 0 ? this : other;
    }
  }

  private Place mark = Place.BEGINNING;
  private long nextSweep;
  private volatile boolean sweepWanted = true;
  private boolean sweeping;

  /** Behind which place the claim of this moment looks. */
  Place from(long nanos) {
    sweeping = sweepWanted || nanos - nextSweep >= 0;
    if (sweeping) {
      sweepWanted = false;
    }
    return sweeping ? Place.BEGINNING : mark;
  }

  /**
   * A claim that got as many as it wanted has left the rest behind its last one. One that got fewer
   * has seen everything.
   */
  void claimed(Place last, boolean asManyAsWanted) {
    mark = asManyAsWanted ? last : mark.later(last);
  }

  void ended(long began, long ended) {
    if (sweeping) {
      nextSweep = ended + Math.max(SWEEP_AT_LEAST_EVERY.toNanos(), SWEEP_SHARE * (ended - began));
    }
  }

  /** Makes the next claim a sweep, for jobs that were given back behind the mark. */
  void sweepNext() {
    sweepWanted = true;
  }
}
