package dev.stampede.consumer;

/**
 * An event's place in the order of its key: by epoch, and within one by version.
 *
 * @param version 0 stands before the first
 */
record KeyVersion(long epoch, long version) {

  static final KeyVersion NONE = new KeyVersion(VersionedEvent.FIRST_EPOCH, 0);

  /** True if an event with this turn brings nothing new after one with the other. */
  boolean isNotAfter(KeyVersion other) {
    return epoch < other.epoch || (epoch == other.epoch && version <= other.version);
  }

  /** The later of the two. */
  KeyVersion orLater(KeyVersion other) {
    return isNotAfter(other) ? other : this;
  }

  /** The next turn if nothing is rewound. */
  KeyVersion next() {
    return new KeyVersion(epoch, version + 1);
  }

  @Override
  public String toString() {
    return epoch == VersionedEvent.FIRST_EPOCH
        ? "version " + version
        : "version %d of epoch %d".formatted(version, epoch);
  }
}
