package dev.stampede.locks;

/** The result of giving a lock back. */
public enum Release {
  /** It was ours until now, and is free or the next one's. */
  RELEASED,
  /** It had ended before; another may have held it meanwhile. */
  LOST,
  /** Redis did not answer; if it was still ours it ends by itself. */
  UNKNOWN
}
