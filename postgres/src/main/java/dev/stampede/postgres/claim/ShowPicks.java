package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.BestSeats;
import dev.stampede.engine.claim.decision.Proposal;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One group's view of the free seats of one show.
 *
 * <p>The process's belief is good enough to pick seats together, for they are locked and checked
 * before anyone gets them. To split, or to say that there is nothing, is only right after a fresh
 * look ({@link FreeSeatPool#read}) in which nobody else had a row locked: a skipped seat may be
 * about to be free. So a claim that can only be met with a skipped seat is proposed with it, and is
 * carried over.
 */
final class ShowPicks {

  private final ShowId show;
  private final SeatMap map;
  private final FreeSeatPool pool;

  /** The seats that were free at the last look. */
  private BitSet seen = new BitSet();

  /** Those of them that this group can still pick. */
  private BitSet left = new BitSet();

  private final BitSet picked = new BitSet();
  private final BitSet skipped = new BitSet();
  private final Set<Integer> named = new HashSet<>();
  private boolean isLoaded;
  private boolean isFresh;

  ShowPicks(ShowId show, SeatMap map, FreeSeatPool pool) {
    this.show = show;
    this.map = map;
    this.pool = pool;
  }

  /** Seats that an earlier claim of the group names are not picked for a later one. */
  void leaveTo(List<Integer> seats) {
    named.addAll(seats);
    seats.stream().filter(seat -> seat >= 0).forEach(left::clear);
  }

  boolean isSkipped(int seat) {
    return skipped.get(seat);
  }

  void skip(int seat) {
    skipped.set(seat);
    left.clear(seat);
    pool.drop(show, seat);
  }

  void taken(int seat) {
    seen.clear(seat);
    left.clear(seat);
    pool.drop(show, seat);
  }

  /** Seats of a pick that came to nothing can be picked again, those that are still to be had. */
  void giveBack(List<Integer> seats) {
    for (int seat : seats) {
      if (picked.get(seat)) {
        picked.clear(seat);
        left.set(seat, seen.get(seat) && !skipped.get(seat));
      }
    }
  }

  Proposal pick(Connection connection, Wanted.Best wish) throws SQLException {
    if (!isLoaded) {
      BitSet believed = pool.freeIn(show);
      isFresh = believed == null;
      look(believed == null ? pool.read(connection, show, map.size()) : believed);
      isLoaded = true;
    }
    Optional<List<Integer>> together = BestSeats.chooseTogether(map, left, wish);
    if (together.isEmpty() && !isFresh) {
      look(pool.read(connection, show, map.size()));
      isFresh = true;
      together = BestSeats.chooseTogether(map, left, wish);
    }
    List<Integer> seats = together.orElse(null);
    if (seats == null) {
      seats = withSkipped(wish);
      if (seats != null) {
        return new Proposal(seats);
      }
      seats = BestSeats.choose(map, left, wish).orElse(null);
    }
    if (seats == null) {
      // Others of this group, or of another, may have it all; if not, it is this claim's.
      return new Proposal(BestSeats.choose(map, seen, wish).orElse(List.of()));
    }
    for (int seat : seats) {
      picked.set(seat);
      left.clear(seat);
    }
    return new Proposal(seats);
  }

  private @Nullable List<Integer> withSkipped(Wanted.Best wish) {
    if (skipped.isEmpty()) {
      return null;
    }
    BitSet all = (BitSet) left.clone();
    BitSet maybe = (BitSet) skipped.clone();
    maybe.and(seen);
    all.or(maybe);
    return BestSeats.chooseTogether(map, all, wish).orElse(null);
  }

  private void look(BitSet free) {
    seen = (BitSet) free.clone();
    left = (BitSet) free.clone();
    left.andNot(picked);
    left.andNot(skipped);
    named.stream().filter(seat -> seat >= 0).forEach(left::clear);
  }
}
