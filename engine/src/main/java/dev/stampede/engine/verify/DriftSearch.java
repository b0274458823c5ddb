package dev.stampede.engine.verify;

/** Looks for drift in one stretch of a part at a time. */
@FunctionalInterface
public interface DriftSearch {

  /** The place at which every part begins. */
  String START = "";

  /**
   * The most drifts named in one slice; once an operator has mended them, the next search names the
   * rest.
   */
  int MOST_NAMED = 50;

  /**
   * Looks at the next rows of a part, as they are at one moment.
   *
   * @param after the place up to which it was looked at before, or {@link #START}
   * @param limit about so many rows
   */
  Slice search(Part part, String after, int limit);
}
