package dev.stampede.engine.version;

/** A value as it was at one of its versions. */
public record Versioned<T>(T value, int version) {

  /** The value that replaces this one. */
  Versioned<T> next(T changed) {
    return new Versioned<>(changed, version + 1);
  }
}
