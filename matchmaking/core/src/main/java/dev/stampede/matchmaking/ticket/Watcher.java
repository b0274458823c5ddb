package dev.stampede.matchmaking.ticket;

import java.util.Optional;

/**
 * Receives a ticket's assignment. Called by one thread at a time, which serves all watchers: do not
 * block it.
 */
public interface Watcher {

  /** The first value, and every change after it. */
  void assignment(Optional<Assignment> now);

  /**
   * The ticket is not there, or no longer: the last call. A ticket of which nobody knows has no
   * other.
   */
  void gone();
}
