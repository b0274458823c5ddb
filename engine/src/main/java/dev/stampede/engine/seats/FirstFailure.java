package dev.stampede.engine.seats;

import org.jspecify.annotations.Nullable;

/** Collects the failures of several pieces of work: the first, with the others as suppressed. */
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
