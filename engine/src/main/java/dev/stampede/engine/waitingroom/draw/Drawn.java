package dev.stampede.engine.waitingroom.draw;

import java.time.Instant;

/**
 * That a draw has been made. It never changes.
 *
 * @param base what the line said its numbers begin after, kept for it
 * @param leaves how many were drawn; their places are 1 to this
 */
public record Drawn(Hash root, int leaves, long base, Instant drawnAt) {

  public Drawn {
    if (leaves < 0) {
      throw new IllegalArgumentException("a draw has " + leaves + " leaves; it has none or more");
    }
  }
}
