package dev.stampede.locks;

/** The state of a lock as Redis tells it. */
public enum LockState {
  OURS,
  LOST,
  /** Redis did not answer. */
  UNKNOWN
}
