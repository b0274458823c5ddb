package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where draws are kept for good. Each show has at most one; what was drawn is never changed, so all
 * that is here may be remembered by whoever reads it.
 */
public interface DrawBook {

  /** Of places in one page, and of numbers asked for at once. */
  int MAX_PAGE = 10_000;

  /**
   * The show's keys. They are made when they are first asked for, on whichever server that is: ask
   * before the first buyer joins, for the commitment is worth something only if it is published
   * before.
   */
  DrawKeys keysFor(ShowId show);

  /** What may be known by everybody; empty where no keys were ever asked for. */
  Optional<DrawProof> proof(ShowId show);

  Optional<Drawn> drawn(ShowId show);

  /**
   * Draws, unless it has been done: then it says what was drawn. However many servers call at once,
   * one of them draws and the others wait for it. If it dies before it is done, nothing has
   * happened. Nothing can be read by anybody before all of it is kept.
   *
   * @param base to be kept with it
   * @param arrivals who is in line, from whom nobody may be missing and to whom nobody may be added
   *     any more; asked for only by the one that draws, at most {@link EarlyArrivals#MAX}
   */
  Drawn draw(ShowId show, long base, Supplier<EarlyArrivals> arrivals);

  /**
   * A part of what was drawn, in the order of places; empty before, and after the last.
   *
   * @param fromPlace counted from 1
   * @param limit at most {@link #MAX_PAGE}
   */
  List<DrawnPlace> places(ShowId show, int fromPlace, int limit);

  /**
   * Which places were drawn by those who joined with these numbers; who was not in the draw is not
   * in the answer.
   *
   * @param arrivals at most {@link #MAX_PAGE}
   */
  Map<Long, Integer> placesOf(ShowId show, Collection<Long> arrivals);
}
