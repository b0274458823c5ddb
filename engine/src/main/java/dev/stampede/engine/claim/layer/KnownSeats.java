package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Layer 0: the seats that this process knows to be taken or unavailable, while its news is fresh.
 */
@FunctionalInterface
public interface KnownSeats {

  KnownSeats NOTHING = (show, seats, buyer) -> List.of();

  /** Those of the seats that are certainly another's; empty when nothing is known. */
  List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer);

  /**
   * Seats of one show, by what is known of them now.
   *
   * @param free seats that nobody holds or has bought
   * @param ending held, by holds so near their end that the database's clock may say otherwise
   */
  record Free(BitSet free, BitSet ending) {}

  /** True if certainly fewer seats than wanted are free; false without news of the show. */
  default boolean isShortOf(ShowId show, Wanted.Best wish) {
    return false;
  }

  /** The seats that may be free, all of them; empty when there is no fresh news. */
  default Optional<Free> free(ShowId show) {
    return Optional.empty();
  }

  /** Describes, for people, the known state of these seats, its age, and whether it is trusted. */
  default String explained(ShowId show, List<Integer> seats) {
    return "this process knows nothing of them";
  }

  /**
   * True if fresh news has shown each of these seats free for longer than this, without a break;
   * false without news of them.
   */
  default boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
    return false;
  }
}
