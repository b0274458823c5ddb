package dev.stampede.kafka.consumer;

/**
 * What is remembered of a key.
 *
 * @param version the last that was handled, 0 if none
 * @param parked whether what comes has to wait behind what was put aside
 * @param jump whether a person has said that versions may be missing before the next
 */
record KeyState(long version, boolean parked, boolean jump) {

  static final KeyState NEW = new KeyState(0, false, false);

  boolean isFollowedBy(long next, Beginning beginning) {
    return next == version + 1
        || (next > version && (jump || (version == 0 && beginning == Beginning.ANYWHERE)));
  }

  KeyState handled(long handledVersion) {
    return new KeyState(handledVersion, parked, false);
  }

  KeyState nowParked() {
    return new KeyState(version, true, jump);
  }

  KeyState flowing() {
    return new KeyState(version, false, jump);
  }

  KeyState jumping() {
    return new KeyState(version, parked, true);
  }
}
