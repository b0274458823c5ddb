package dev.stampede.locks;

/** Why a lock is no longer its holder's although it was never released. */
public enum Loss {
  /** Its time passed, as this process's clock has it; Redis may keep it a moment longer. */
  EXPIRED,
  /** Redis knows it no more, or as another's. */
  TAKEN
}
