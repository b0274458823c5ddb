package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The lines of shows as a whole: how they are, how they begin and begin again, and how they go from
 * one phase to the next. Throws as {@link Line} does.
 */
public interface LineState {

  /** What a line is for at the moment. */
  enum Phase {
    /** People come; who is here when the sale opens draws a place. */
    GATHERING,
    /** The places are being drawn. */
    DRAWING,
    /** In order. */
    OPEN
  }

  /** Whether going from one phase to another was done. */
  sealed interface PhaseChange {

    /** Done. {@code base} is the last number before the draw. */
    record Done(long base) implements PhaseChange {}

    record InAnotherPhase() implements PhaseChange {}

    /** So many numbers have to be reserved first. */
    record NotEnoughNumbers(long needed) implements PhaseChange {}
  }

  /**
   * How a line begins.
   *
   * @param lastNumber the last that may have been given out
   * @param base the last number before the draw
   * @param nobodyInFor how long nobody is let in
   * @param nobodyOutFor how long nobody is given up
   */
  record Beginning(
      int epoch,
      long lastNumber,
      Phase phase,
      long base,
      Duration nobodyInFor,
      Duration nobodyOutFor) {}

  /** A buyer and their number. */
  record Numbered(long number, Buyer buyer) {}

  /**
   * A number that was taken out of the line.
   *
   * @param passUntil until when it has a pass; the beginning of time if it has none that is good
   */
  record Gone(long number, Instant passUntil, Buyer buyer) {}

  /**
   * How the line is now.
   *
   * @param changesKnown how many changes the caller has been told of
   */
  Glance glance(ShowId show, long changesKnown);

  /** Numbers in line in their order, from above this one on. */
  long[] numbers(ShowId show, long above, int limit);

  /** The same with their buyers. */
  List<Numbered> numbered(ShowId show, long above, int limit);

  /** Lets numbers up to this one be given out; says up to which they may be now. */
  long extend(ShowId show, int epoch, long limit);

  /** Begins the line in a new epoch, unless it is in that or a later one. */
  boolean begin(ShowId show, Beginning beginning);

  /**
   * Takes the gone out of a line that was begun again, and lets those in who have a pass.
   *
   * @param last whether the line is as it should be then
   */
  void rebuild(ShowId show, int epoch, List<Gone> gone, boolean last);

  PhaseChange change(ShowId show, Phase from, Phase to);

  /**
   * Leases the work on a line that takes long to one process; zero gives the lease back. All that
   * is done under it may be done twice: a lease that ends early wastes work and harms nobody.
   */
  boolean lease(ShowId show, String process, Duration lasting);

  /** Removes all that is kept of a line; false if there was nothing. */
  boolean remove(ShowId show);

  /**
   * Notes that these lines are in use.
   *
   * @param lasting how long that counts
   * @return all lines in use, by what any process has noted
   */
  Set<ShowId> inUse(Collection<ShowId> here, Duration lasting);

  /** Moves early arrivals to the numbers they drew. */
  void place(ShowId show, List<Numbered> drawn);
}
