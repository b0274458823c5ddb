package dev.stampede.engine.waitingroom.draw;

import dev.stampede.engine.show.ShowId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The permanent store of draws. Each show has at most one draw, which never changes, so readers may
 * cache everything they read here.
 */
public interface DrawStore {

  /** The limit of places in one page, and of numbers in one lookup. */
  int MAX_PAGE = 10_000;

  /**
   * The show's keys. The first call, on any server, makes them. Call this before the first buyer
   * joins: the commitment proves something only if it was published before.
   */
  DrawKeys keysFor(ShowId show);

  /** The public part of the draw; empty if nobody ever asked for the show's keys. */
  Optional<DrawProof> proof(ShowId show);

  Optional<DrawResult> drawn(ShowId show);

  /**
   * Draws, or returns the draw if there is one. If many servers call at once, one of them draws and
   * the others wait for it. If that server dies before it is done, nothing has happened. Nobody can
   * read any part of a draw before all of it is stored.
   *
   * @param base stored with the draw
   * @param arrivals everybody in line, complete and closed to new arrivals; only the server that
   *     draws asks for them; at most {@link EarlyArrivals#MAX}
   */
  DrawResult draw(ShowId show, long base, Supplier<EarlyArrivals> arrivals);

  /**
   * A page of the drawn places, in order; empty before the draw and after the last place.
   *
   * @param fromPlace counted from 1
   * @param limit at most {@link #MAX_PAGE}
   */
  List<DrawnPlace> places(ShowId show, int fromPlace, int limit);

  /**
   * The places drawn by the buyers who joined with these numbers. The answer leaves out numbers
   * that were not in the draw.
   *
   * @param arrivals at most {@link #MAX_PAGE}
   */
  Map<Long, Integer> placesOf(ShowId show, Collection<Long> arrivals);
}
