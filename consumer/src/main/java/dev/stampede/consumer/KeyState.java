package dev.stampede.consumer;

/**
 * The state of a key.
 *
 * @param last the turn that was handled last
 * @param parked true if new messages have to wait behind those that were put aside
 * @param jump true if a person has said that versions may be missing before the next
 */
record KeyState(KeyVersion last, boolean parked, boolean jump) {

  static final KeyState NEW = new KeyState(KeyVersion.NONE, false, false);

  /** True if the event of this turn was handled already, or has been undone since. */
  boolean isPast(KeyVersion turn) {
    return turn.isNotAfter(last);
  }

  /**
   * True if this turn is the next one. A later epoch goes on from where the rewind went back to,
   * which is not after what was handled; more than one above that is a gap in any epoch.
   */
  boolean isFollowedBy(KeyVersion turn, Beginning beginning) {
    boolean goesOn =
        turn.epoch() > last.epoch()
            ? turn.version() <= last.version() + 1
            : turn.equals(last.next());
    return goesOn || (!isPast(turn) && mayJump(beginning));
  }

  private boolean mayJump(Beginning beginning) {
    return jump || (last.version() == 0 && beginning == Beginning.ANYWHERE);
  }

  KeyState handled(KeyVersion turn) {
    return new KeyState(turn, parked, false);
  }

  KeyState nowParked() {
    return new KeyState(last, true, jump);
  }

  KeyState flowing() {
    return new KeyState(last, false, jump);
  }

  KeyState jumping() {
    return new KeyState(last, parked, true);
  }
}
