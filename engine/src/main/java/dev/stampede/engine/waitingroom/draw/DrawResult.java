package dev.stampede.engine.waitingroom.draw;

import java.time.Instant;

/**
 * The result of a draw. It never changes.
 *
 * @param base the last number of the line before the draw, stored for the line
 * @param leaves the number of buyers drawn; their places are 1 to this
 */
public record DrawResult(Hash root, int leaves, long base, Instant drawnAt) {

  public DrawResult {
    if (leaves < 0) {
      throw new IllegalArgumentException("a draw has " + leaves + " leaves; it has none or more");
    }
  }
}
