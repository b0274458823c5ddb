package dev.stampede.consumer;

/**
 * An event and its number among those of its key, which are counted 1, 2, 3, … without gaps.
 *
 * @param epoch rises when the sender's database was rewound: what comes then takes the place of
 *     what came before, and its versions may begin again from a lower one
 * @param <E> the type that the consumer reads messages as
 */
public record VersionedEvent<E>(long epoch, long version, E event) {

  /** The epoch of senders that were never rewound, or do not tell. */
  public static final long FIRST_EPOCH = 1;

  /** An event of the first epoch. */
  public VersionedEvent(long version, E event) {
    this(FIRST_EPOCH, version, event);
  }

  public VersionedEvent {
    if (epoch < FIRST_EPOCH) {
      throw new IllegalArgumentException(
          "the epoch is %d; epochs are counted from 1".formatted(epoch));
    }
    if (version < 1) {
      throw new IllegalArgumentException(
          "the version is %d; versions are counted from 1".formatted(version));
    }
  }
}
