package dev.stampede.engine.claim.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Seats a company that no row can seat together: in as few pieces as possible, and of those ways
 * the one that spans the fewest rows, foremost first. Rows are counted through the whole show, so
 * that the last row of a section and the first of the next are neighbours; an open section counts
 * as one row.
 *
 * <p>Every piece is used up but the last, which is used from its left end. Orphans are not weighed
 * here: a company that must be split has worse to bear.
 */
final class ScatteredSeats {

  /** So many free seats side by side from the first one on (in an open section: anywhere). */
  record Piece(int row, int first, int length) {}

  private final int wanted;
  private final List<Piece> pieces = new ArrayList<>();
  private int longest;

  ScatteredSeats(int wanted) {
    this.wanted = wanted;
  }

  /** Pieces are added in the order of their seats, and none is as long as what is wanted. */
  void add(int row, int first, int length) {
    pieces.add(new Piece(row, first, length));
    longest = Math.max(longest, length);
  }

  /** The chosen pieces in the order of their seats; none when all together are too few. */
  List<Piece> fewest() {
    int count = fewestCount();
    return count == 0 ? List.of() : cut(largest(count, narrowest(count)));
  }

  /** Returns the number of pieces needed if the longest are used; 0 if all together are too few. */
  private int fewestCount() {
    int[] byLength = new int[longest + 1];
    pieces.forEach(piece -> byLength[piece.length()]++);
    int missing = wanted;
    int count = 0;
    for (int length = longest; length > 0 && missing > 0; length--) {
      int used = Math.min(byLength[length], (missing + length - 1) / length);
      missing -= used * length;
      count += used;
    }
    return missing > 0 ? 0 : count;
  }

  /**
   * The pieces of the fewest neighbouring rows among which so many are enough: a window moved over
   * all pieces, whose lengths are counted, so that a step costs no more than there are lengths.
   */
  private List<Piece> narrowest(int count) {
    int[] byLength = new int[longest + 1];
    int from = 0;
    int span = Integer.MAX_VALUE;
    List<Piece> narrowest = pieces;
    for (int to = 0; to < pieces.size() && span > 0; to++) {
      byLength[pieces.get(to).length()]++;
      while (reach(byLength, count) >= wanted) {
        int rows = pieces.get(to).row() - pieces.get(from).row();
        if (rows < span) {
          span = rows;
          narrowest = pieces.subList(from, to + 1);
        }
        byLength[pieces.get(from).length()]--;
        from++;
      }
    }
    return narrowest;
  }

  /** Returns the number of seats in the {@code count} longest pieces. */
  private int reach(int[] byLength, int count) {
    int seats = 0;
    int left = count;
    for (int length = longest; length > 0 && left > 0; length--) {
      int used = Math.min(byLength[length], left);
      seats += used * length;
      left -= used;
    }
    return seats;
  }

  private static List<Piece> largest(int count, List<Piece> among) {
    return among.stream()
        .sorted(Comparator.comparingInt(Piece::length).reversed())
        .limit(count)
        .sorted(Comparator.comparingInt(Piece::first))
        .toList();
  }

  /** Without the seats too many: no piece could be spared, so the last one keeps at least one. */
  private List<Piece> cut(List<Piece> chosen) {
    int tooMany = chosen.stream().mapToInt(Piece::length).sum() - wanted;
    List<Piece> cut = new ArrayList<>(chosen);
    Piece last = cut.removeLast();
    cut.add(new Piece(last.row(), last.first(), last.length() - tooMany));
    return cut;
  }
}
