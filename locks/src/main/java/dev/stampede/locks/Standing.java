package dev.stampede.locks;

/** The state of a lock as Redis tells it. */
public enum Standing {
  OURS,
  LOST,
  /** Redis did not answer. */
  UNKNOWN
}
