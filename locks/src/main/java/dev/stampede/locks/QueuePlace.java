package dev.stampede.locks;

import org.jspecify.annotations.Nullable;

/**
 * A caller's place in the line of one key. The handed lock is written under the line's lock, and
 * read by its caller once it has the turn.
 */
final class QueuePlace {

  private final LockName name;
  private final Bell bell;
  private final boolean alone;
  private volatile boolean hasTurn;
  private @Nullable Tenure handed;
  private volatile @Nullable HeldLock held;

  /**
   * A place.
   *
   * @param alone true if this is all its caller wants: then it can be handed a lock as it is
   */
  QueuePlace(LockName name, Bell bell, boolean alone) {
    this.name = name;
    this.bell = bell;
    this.alone = alone;
  }

  LockName name() {
    return name;
  }

  boolean isAlone() {
    return alone;
  }

  boolean hasTurn() {
    return hasTurn;
  }

  void giveTurn(@Nullable Tenure with) {
    handed = with;
    hasTurn = true;
  }

  /** Takes the lock that came with the turn; a second call returns nothing. */
  @Nullable Tenure takeHanded() {
    Tenure taken = handed;
    handed = null;
    return taken;
  }

  void ring() {
    bell.ring();
  }

  void holds(HeldLock lock) {
    held = lock;
  }

  @Nullable HeldLock held() {
    return held;
  }
}
