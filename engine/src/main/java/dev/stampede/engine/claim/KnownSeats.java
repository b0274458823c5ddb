package dev.stampede.engine.claim;

import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.List;

/** Layer 0: what this process knows to be another buyer's, as long as its news is fresh. */
@FunctionalInterface
public interface KnownSeats {

  KnownSeats NOTHING = (show, seats, buyer) -> List.of();

  /** Those of the seats that are certainly another's; empty when nothing is known. */
  List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer);

  /** What is known of these seats, how new it is, and whether it is trusted; for people. */
  default String explained(ShowId show, List<Integer> seats) {
    return "this process knows nothing of them";
  }

  /**
   * Whether each of these seats has been seen free for longer than this, without a break and by
   * fresh news. No news is no answer: false.
   */
  default boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
    return false;
  }
}
