package dev.stampede.engine.seats;

import java.util.BitSet;

/** The seats of the last pieces of news, in order. Numbers are dense, so the log stores none. */
final class SeatLog {

  private final int[] seats;
  private long added;

  SeatLog(int length) {
    this.seats = new int[length];
  }

  void add(int seat) {
    seats[(int) (added++ % seats.length)] = seat;
  }

  void clear() {
    added = 0;
  }

  /**
   * True if the log still has everything after {@code known}. A reader ahead of this log, who was
   * on a faster server before, is fine too.
   */
  boolean reaches(long known, long last) {
    return last - known <= Math.min(added, seats.length);
  }

  /**
   * The seats of the pieces of news from {@code skip} (inclusive) to {@code to} (exclusive),
   * counted back from the last.
   */
  BitSet seats(long skip, long to) {
    BitSet found = new BitSet();
    for (long back = skip; back < to; back++) {
      found.set(seats[(int) ((added - 1 - back) % seats.length)]);
    }
    return found;
  }
}
