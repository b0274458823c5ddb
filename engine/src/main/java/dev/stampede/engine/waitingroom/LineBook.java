package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * What must survive the loss of a line, written before it takes effect: its epoch, up to where
 * numbers may have been given out, and who is gone.
 */
public interface LineBook {

  /**
   * An epoch that has begun.
   *
   * @param reserved the last number that may have been given out
   * @param lost whether the line of the epoch before was lost; false if it was removed, and if
   *     there was none
   */
  record Epoch(int number, long reserved, boolean lost) {}

  /**
   * Begins the next epoch of a line, the first if there was none, for one process at a time.
   *
   * @param isKept whether the line is kept in the epoch given: somebody else was faster
   * @param begin begins the line in the epoch given; if it throws, that epoch never was
   */
  void next(ShowId show, IntPredicate isKept, Consumer<Epoch> begin);

  /** Whether the line has begun and was not removed; otherwise nobody stands in it. */
  boolean mayExist(ShowId show);

  /**
   * Raises what was written of a line above all that may have been given out, once for each epoch
   * of the database: one that was rewound says less than is true.
   *
   * @param epoch in which the line is, 0 where it is lost as well
   * @param limit up to which it may give out numbers, 0 where it is lost as well
   */
  void raise(ShowId show, int epoch, long limit);

  /** Reserves this many more numbers; the new end, or empty if another epoch has begun. */
  OptionalLong reserve(ShowId show, int epoch, long count);

  /** Writes down who was taken out; what is written already stays as it is. */
  void gone(ShowId show, List<Moved> moved);

  /** Who is gone, in the order of their numbers, from above this one on. */
  List<LineState.Gone> gone(ShowId show, long above, int limit);

  /**
   * Whether these tokens are worth their places: their buyer has not left since, nor been let in,
   * nor exchanged the place for an older one. One answer for each, in order.
   */
  List<Boolean> areGood(ShowId show, List<PlaceToken> tokens);

  /** Lines that exist, of shows that are closed, over, or without a waiting room. */
  List<ShowId> unused(int limit);

  /**
   * Removes a line, and writes down that it does not exist any more.
   *
   * @param remove removes it, and says whether it is certain to be gone: if not, it stays among the
   *     {@link #unused}. Called only if the line exists and is unused, which it then remains until
   *     this returns
   */
  void remove(ShowId show, BooleanSupplier remove);
}
