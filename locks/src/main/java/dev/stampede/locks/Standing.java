package dev.stampede.locks;

/** What Redis says of a lock. */
public enum Standing {
  OURS,
  LOST,
  /** Redis did not answer. */
  UNKNOWN
}
