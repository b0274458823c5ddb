package dev.stampede.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A caller's turns in the lines of all its keys. They are taken one after the other, in the one
 * order of all keys, so that callers with several keys never wait for each other in a circle.
 */
final class QueueTurns {

  /** The result of waiting for the turns. */
  enum Came {
    ALL,
    /** Somebody is there, and the caller does not wait; or too many wait already. */
    BUSY,
    LATE
  }

  private final KeyQueues lines;
  private final List<LockName> names;
  private final Bell bell;
  private final List<QueuePlace> places;
  private boolean waited;

  QueueTurns(KeyQueues lines, List<LockName> names, Bell bell) {
    this.lines = lines;
    this.names = names;
    this.bell = bell;
    this.places = new ArrayList<>(names.size());
  }

  Came await(boolean waits, long deadline, BooleanSupplier closed) throws InterruptedException {
    for (LockName name : names) {
      QueuePlace place = new QueuePlace(name, bell, names.size() == 1);
      switch (lines.enter(place, waits)) {
        case TURN -> places.add(place);
        case BEHIND_OTHERS -> {
          waited = true;
          if (!await(place, deadline, closed)) {
            return Came.LATE;
          }
        }
        case FULL, CLOSED -> {
          return Came.BUSY;
        }
      }
    }
    return Came.ALL;
  }

  private boolean await(QueuePlace place, long deadline, BooleanSupplier closed)
      throws InterruptedException {
    try {
      while (!place.hasTurn() && System.nanoTime() - deadline < 0 && !closed.getAsBoolean()) {
        bell.await(deadline);
      }
    } finally {
      // The turn may have come after the last look: then it is ours to use, or to give up.
      if (place.hasTurn() || !lines.withdraw(place)) {
        places.add(place);
      }
    }
    return place.hasTurn();
  }

  /** True if the caller had to wait for another. */
  boolean waited() {
    return waited;
  }

  List<QueuePlace> places() {
    return places;
  }

  /** The lock itself, where it came with the turn; asked a second time, nothing. */
  @Nullable Tenure handed() {
    return places.size() == 1 ? places.getFirst().takeHanded() : null;
  }

  void leave() {
    places.forEach(lines::leave);
  }
}
