package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;

/** What is held of a show, as far as it says how many more people can be served. */
@FunctionalInterface
public interface HeldStock {

  /**
   * Held seats.
   *
   * @param lapsing seats whose holds end within the time asked about
   * @param holders people inside who hold seats
   */
  record Held(long lapsing, long holders) {}

  Held of(ShowId show, Duration within);
}
