package dev.stampede.kafka.consumer;

/**
 * An event and its number among those of its key, which are counted 1, 2, 3, … without gaps.
 *
 * @param <E> what the consumer makes of a message
 */
public record Versioned<E>(long version, E event) {

  public Versioned {
    if (version < 1) {
      throw new IllegalArgumentException(
          "the version is %d; versions are counted from 1".formatted(version));
    }
  }
}
