package dev.stampede.engine.version;

import java.util.Optional;

/**
 * One row with a version column, as its store reads and writes it. Nothing is locked in between:
 * the condition in the write decides which caller was first.
 */
public interface VersionedRow<T> {

  /** The newest, or nothing where there is no such row. */
  Optional<VersionedValue<T>> read();

  /**
   * Writes what replaces the expected version, which is {@code WHERE version = expected} and {@code
   * SET version = version + 1} in one statement. False when that version is gone.
   */
  boolean replace(int expected, T value);
}
