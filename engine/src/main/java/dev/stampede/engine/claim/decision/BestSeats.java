package dev.stampede.engine.claim.decision;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Picks the seats for a buyer who wants the best there are: a pure function of the map, the free
 * seats, and the wish.
 *
 * <p>In this order:
 *
 * <ol>
 *   <li>Together before apart: side by side in one row, or anywhere in one open section, whose
 *       places have no neighbours.
 *   <li>Sections as they are listed, of those the wish allows.
 *   <li>No orphans: a block that leaves no free seat alone between taken ones is preferred over
 *       every block of its section that does. It never is a reason to refuse or to split.
 *   <li>The row in front, then the lower number.
 *   <li>Apart, only when nobody can seat them together: in as few pieces as possible, and of those
 *       ways the one that spans the fewest rows ({@link ScatteredSeats}).
 * </ol>
 *
 * <p>A show that is nearly sold out is passed 64 taken seats at a time; one that is nearly empty is
 * answered from its first row.
 */
public final class BestSeats {

  private final SeatMap map;
  private final BitSet free;
  private final Wanted.Best wish;

  /** The last look for a free seat: without it a show sold out is walked through by section. */
  private int lookedFrom = Integer.MAX_VALUE;

  private int lookedFound = -1;

  private BestSeats(SeatMap map, BitSet free, Wanted.Best wish) {
    this.map = map;
    this.free = free;
    this.wish = wish;
  }

  /** Sorted seats; empty only when fewer are free than wanted. */
  public static Optional<List<Integer>> choose(SeatMap map, BitSet free, Wanted.Best wish) {
    if (wish.quantity() > map.size()) {
      return Optional.empty();
    }
    BestSeats best = new BestSeats(map, free, wish);
    Optional<List<Integer>> together = best.together();
    return together.isPresent() ? together : best.apart();
  }

  /**
   * The same, but never apart: for a look at the seats that may have missed free seats, after which
   * it is too early to split.
   */
  public static Optional<List<Integer>> chooseTogether(SeatMap map, BitSet free, Wanted.Best wish) {
    return wish.quantity() > map.size()
        ? Optional.empty()
        : new BestSeats(map, free, wish).together();
  }

  private Optional<List<Integer>> together() {
    for (int section = 0; section < map.sections().size(); section++) {
      if (wish.allows(map, section)) {
        int first =
            switch (map.sections().get(section)) {
              case Section.Open _ -> countOpen(section) < wish.quantity() ? -1 : firstFree(section);
              case Section.Mapped mapped -> firstOfBlock(section, mapped);
            };
        if (first >= 0) {
          List<Integer> seats = new ArrayList<>(wish.quantity());
          addFree(first, wish.quantity(), seats);
          return Optional.of(seats);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The first seat of the section's best block, or -1.
   *
   * <p>A run of free seats that is exactly one too long leaves an orphan wherever the block lies in
   * it; any other that is long enough leaves none when the block lies at its left end.
   */
  private int firstOfBlock(int section, Section.Mapped mapped) {
    int wanted = wish.quantity();
    if (wanted > mapped.seatsPerRow()) {
      return -1;
    }
    int withOrphan = -1;
    int end = end(section);
    for (int seat = firstFree(section); seat >= 0 && seat < end; ) {
      int run = run(section, mapped, seat, wanted + 2);
      if (run == wanted + 1) {
        withOrphan = withOrphan < 0 ? seat : withOrphan;
      } else if (run >= wanted) {
        return seat;
      }
      seat = free.nextSetBit(seat + run);
    }
    return withOrphan;
  }

  private Optional<List<Integer>> apart() {
    ScatteredSeats scattered = new ScatteredSeats(wish.quantity());
    int row = 0;
    for (int section = 0; section < map.sections().size(); section++) {
      row +=
          switch (map.sections().get(section)) {
            case Section.Open _ -> {
              int count = wish.allows(map, section) ? countOpen(section) : 0;
              if (count > 0) {
                scattered.add(row, firstFree(section), count);
              }
              yield 1;
            }
            case Section.Mapped mapped -> {
              if (wish.allows(map, section)) {
                addRuns(section, mapped, row, scattered);
              }
              yield mapped.rows();
            }
          };
    }
    List<Integer> seats = new ArrayList<>(wish.quantity());
    scattered.fewest().forEach(piece -> addFree(piece.first(), piece.length(), seats));
    return seats.isEmpty() ? Optional.empty() : Optional.of(seats);
  }

  private void addRuns(int section, Section.Mapped mapped, int firstRow, ScatteredSeats scattered) {
    int end = end(section);
    for (int seat = firstFree(section); seat >= 0 && seat < end; ) {
      int run = run(section, mapped, seat, wish.quantity());
      int row = (seat - map.firstSeat(section)) / mapped.seatsPerRow();
      scattered.add(firstRow + row, seat, run);
      seat = free.nextSetBit(seat + run);
    }
  }

  private int end(int section) {
    return map.firstSeat(section) + map.sections().get(section).seats();
  }

  /** The first free seat of this section or of one behind it, or -1. */
  private int firstFree(int section) {
    int first = map.firstSeat(section);
    boolean stillTrue = lookedFrom <= first && (lookedFound < 0 || lookedFound >= first);
    if (!stillTrue) {
      lookedFrom = first;
      lookedFound = free.nextSetBit(first);
    }
    return lookedFound;
  }

  /** Counts the free places of an open section, up to the number wanted. */
  private int countOpen(int section) {
    int end = end(section);
    int count = 0;
    for (int seat = firstFree(section); seat >= 0 && seat < end && count < wish.quantity(); ) {
      count++;
      seat = free.nextSetBit(seat + 1);
    }
    return count;
  }

  /**
   * Counts the seats that are free side by side in the row, from this one on, up to {@code enough}.
   * {@code nextClearBit} would walk through all the free rows behind it.
   */
  private int run(int section, Section.Mapped mapped, int seat, int enough) {
    int place = (seat - map.firstSeat(section)) % mapped.seatsPerRow();
    int most = Math.min(enough, mapped.seatsPerRow() - place);
    int run = 1;
    while (run < most && free.get(seat + run)) {
      run++;
    }
    return run;
  }

  private void addFree(int first, int count, List<Integer> seats) {
    int seat = first;
    for (int i = 0; i < count; i++) {
      seats.add(seat);
      seat = free.nextSetBit(seat + 1);
    }
  }
}
