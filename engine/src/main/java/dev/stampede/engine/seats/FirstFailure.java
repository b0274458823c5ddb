package dev.stampede.engine.seats;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the first failure of several pieces of work, and the others with it, until all are done.
 */
final class FirstFailure {

  private @Nullable RuntimeException first;

  void add(RuntimeException next) {
    if (first == null) {
      first = next;
    } else if (!first.equals(next)) {
      first.addSuppressed(next);
    }
  }

  void throwIfAny() {
    if (first != null) {
      throw first;
    }
  }
}
