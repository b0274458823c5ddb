package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;

/**
 * Counts the held seats of a show, from which admission computes how many more people it can serve.
 */
@FunctionalInterface
public interface HeldSeatCount {

  /**
   * Held seats.
   *
   * @param lapsing seats whose holds end within the time asked about
   * @param holders people inside who hold seats
   */
  record Held(long lapsing, long holders) {}

  Held of(ShowId show, Duration within);
}
