package dev.stampede.engine.seats;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.layer.KnownSeats;
import dev.stampede.engine.show.SeatMap;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The seats of a board that are free or about to be, counted by section, so that no claim has to
 * scan a show to learn that it is sold out. Guarded by its board.
 */
final class FreeSeats {

  private final SeatMap map;
  private final BitSet free;
  private final BitSet ending;
  private final int[] bySection;
  private int count;

  /** Begins with all seats of the map free. */
  FreeSeats(SeatMap map) {
    this.map = map;
    this.free = new BitSet(map.size());
    this.ending = new BitSet(map.size());
    this.bySection = new int[map.sections().size()];
    this.count = map.size();
    free.set(0, map.size());
    for (int section = 0; section < bySection.length; section++) {
      bySection[section] = map.sections().get(section).seats();
    }
  }

  /** Sets the state of a seat: free, held but about to be free, or neither. */
  void set(int seat, boolean isFree, boolean isEnding) {
    boolean before = free.get(seat) || ending.get(seat);
    boolean after = isFree || isEnding;
    free.set(seat, isFree);
    ending.set(seat, isEnding);
    if (before != after) {
      int by = after ? 1 : -1;
      bySection[map.sectionOf(seat)] += by;
      count += by;
    }
  }

  /** True if the sections that the wish allows have fewer free or almost free seats than wanted. */
  boolean isShortOf(Wanted.Best wish) {
    if (count < wish.quantity()) {
      return true;
    }
    int matching = 0;
    for (int section = 0; section < bySection.length; section++) {
      if (bySection[section] > 0 && wish.allows(map, section)) {
        matching += bySection[section];
      }
    }
    return matching < wish.quantity();
  }

  /**
   * Returns a copy, in which almost free seats count as free if {@code hasEnded} is true for them.
   */
  KnownSeats.Free at(IntPredicate hasEnded) {
    BitSet freeNow = (BitSet) free.clone();
    BitSet endingNow = (BitSet) ending.clone();
    for (int seat = ending.nextSetBit(0); seat >= 0; seat = ending.nextSetBit(seat + 1)) {
      if (hasEnded.test(seat)) {
        freeNow.set(seat);
        endingNow.clear(seat);
      }
    }
    return new KnownSeats.Free(freeNow, endingNow);
  }
}
