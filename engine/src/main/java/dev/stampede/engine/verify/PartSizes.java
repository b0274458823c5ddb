package dev.stampede.engine.verify;

import java.util.OptionalLong;

/** Estimates the number of rows to compare, so that an operator who waits can see the progress. */
@FunctionalInterface
public interface PartSizes {

  /** Returns about how many rows the part has; empty if only counting could tell. */
  OptionalLong rows(Part part);
}
