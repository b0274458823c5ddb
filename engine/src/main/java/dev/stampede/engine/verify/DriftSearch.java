package dev.stampede.engine.verify;

/** Looks for drift in one stretch of a part at a time. */
@FunctionalInterface
public interface DriftSearch {

  /** Where every part begins. */
  String START = "";

  /** So many are named in one slice; whoever has mended them will hear of the rest. */
  int MOST_NAMED = 50;

  /**
   * Looks at the next rows of a part, as they are at one moment.
   *
   * @param after the place up to which it was looked at before, or {@link #START}
   * @param limit about so many rows
   */
  Slice search(Part part, String after, int limit);
}
