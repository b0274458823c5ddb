package dev.stampede.engine.version;

/** The result of a change. */
public sealed interface VersionedChange<T> {

  /** It is written; this is the value, and the version that it has now. */
  record Updated<T>(VersionedValue<T> now) implements VersionedChange<T> {}

  /** The version that the caller had seen is gone: somebody else was faster. */
  record LostRace<T>(int currentVersion) implements VersionedChange<T> {}

  /** Others were faster each time; nothing is written. */
  record RetriesExhausted<T>(int tries) implements VersionedChange<T> {}

  /** There is no such row. */
  record Missing<T>() implements VersionedChange<T> {}
}
