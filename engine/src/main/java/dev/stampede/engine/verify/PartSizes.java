package dev.stampede.engine.verify;

import java.util.OptionalLong;

/**
 * How many rows there are to compare, about, so that somebody who waits can be told how far it is.
 */
@FunctionalInterface
public interface PartSizes {

  /** Empty where it could only be found out by counting. */
  OptionalLong rows(Part part);
}
