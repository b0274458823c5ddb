package dev.stampede.kafka.consumer;

/**
 * An event's place in the order of its key: by epoch, and within one by version.
 *
 * @param version 0 stands before the first
 */
record Turn(long epoch, long version) {

  static final Turn NONE = new Turn(Versioned.FIRST_EPOCH, 0);

  /** True if an event with this turn brings nothing new after one with the other. */
  boolean isNotAfter(Turn other) {
    return epoch < other.epoch || (epoch == other.epoch && version <= other.version);
  }

  /** The later of the two. */
  Turn orLater(Turn other) {
    return isNotAfter(other) ? other : this;
  }

  /** The next turn if nothing is rewound. */
  Turn next() {
    return new Turn(epoch, version + 1);
  }

  @Override
  public String toString() {
    return epoch == Versioned.FIRST_EPOCH
        ? "version " + version
        : "version %d of epoch %d".formatted(version, epoch);
  }
}
