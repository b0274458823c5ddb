package dev.stampede.engine.verify;

import java.util.List;

/** Stores the drifts that all servers have found, and the place that each round has reached. */
public interface DriftStore {

  /**
   * All drifts that servers have found and that still exist.
   *
   * @param rows the number of drifts
   * @param first some of them, in the order in which they were found
   */
  record KnownDrifts(long rows, List<Drift> first) {

    public static final KnownDrifts NONE = new KnownDrifts(0, List.of());

    public KnownDrifts {
      first = List.copyOf(first);
    }
  }

  /** The place up to which the current round has compared a part. */
  String reached(Part part);

  /**
   * Stores the result of a slice, and deletes the drifts that the slice no longer has. Does nothing
   * if another server has compared the slice meanwhile.
   *
   * @return the drifts that were not known before
   */
  List<Drift> settle(Part part, String after, Slice slice);

  /** Returns the number of all drifts, and the first {@code most} of them. */
  KnownDrifts known(int most);
}
