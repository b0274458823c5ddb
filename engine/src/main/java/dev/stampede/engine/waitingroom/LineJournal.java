package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * The durable record of lines, from which a lost line begins again: its epoch, the last number that
 * it may have given out, and the buyers who are gone. Each change is written here before it takes
 * effect in the line.
 */
public interface LineJournal {

  /**
   * An epoch that has begun.
   *
   * @param reserved the last number that may have been given out
   * @param lost true if the line of the epoch before was lost; false if it was removed, or if there
   *     was none
   */
  record Epoch(int number, long reserved, boolean lost) {}

  /**
   * Begins the next epoch of a line, the first if there was none, for one process at a time.
   *
   * @param isKept true if the line is already in the given epoch: another process was faster
   * @param begin begins the line in the epoch given; if it throws, that epoch is not recorded, and
   *     the next call begins it again
   */
  void next(ShowId show, IntPredicate isKept, Consumer<Epoch> begin);

  /** True if the line has begun and was not removed; otherwise nobody stands in it. */
  boolean mayExist(ShowId show);

  /**
   * Raises a line's reserved number and its epoch above all that the line may have given out, once
   * for each epoch of the database: a rewound database has recorded less than was given out.
   *
   * @param epoch the line's epoch; 0 if the line is lost as well
   * @param limit the last number that the line may give out; 0 if the line is lost as well
   */
  void raise(ShowId show, int epoch, long limit);

  /** Reserves this many more numbers and returns the last; empty if another epoch has begun. */
  OptionalLong reserve(ShowId show, int epoch, long count);

  /**
   * Records buyers who were taken out; existing records stay as they are.
   *
   * @throws LineLostException if one of them was taken out in an epoch that is over; then none is
   *     recorded. The line that they were taken out of is lost, and they may have come back
   */
  void gone(ShowId show, List<LineExit> moved);

  /** The buyers who are gone, in the order of their numbers, beginning above this one. */
  List<LineState.Gone> gone(ShowId show, long above, int limit);

  /**
   * Checks that the tokens are still worth their places: their buyer has not left since, nor been
   * let in, nor exchanged the place for an older one. One answer for each token, in order.
   */
  List<Boolean> areGood(ShowId show, List<PlaceToken> tokens);

  /** Lines that exist, of shows that are closed, over, or without a waiting room. */
  List<ShowId> unused(int limit);

  /**
   * Removes a line, and records that it does not exist any more.
   *
   * @param remove removes it, and returns true if it is certain to be gone: if not, it stays among
   *     the {@link #unused}. Called only if the line exists and is unused; the line then stays
   *     unused until this returns
   */
  void remove(ShowId show, BooleanSupplier remove);
}
