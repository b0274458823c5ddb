package dev.stampede.engine.version;

/** A value as it was at one of its versions. */
public record VersionedValue<T>(T value, int version) {

  /** The value that replaces this one. */
  VersionedValue<T> next(T changed) {
    return new VersionedValue<>(changed, version + 1);
  }
}
