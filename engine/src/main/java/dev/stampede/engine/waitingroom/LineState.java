package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The lines of shows as a whole: their state, their beginnings after a loss, and their phases.
 * Throws as {@link Line} does.
 */
public interface LineState {

  /** The phase of a line. */
  enum Phase {
    /** People come; everybody in line when the sale opens draws a place. */
    GATHERING,
    /** The draw is under way. */
    DRAWING,
    /** The order is final; people are let in. */
    OPEN
  }

  /** The result of a change of phase. */
  sealed interface PhaseChange {

    /** Done. {@code base} is the last number before the draw. */
    record Done(long base) implements PhaseChange {}

    record InAnotherPhase() implements PhaseChange {}

    /** This many numbers have to be reserved first. */
    record NotEnoughNumbers(long needed) implements PhaseChange {}
  }

  /**
   * The state in which a line begins.
   *
   * @param lastNumber the last number that may have been given out
   * @param base the last number before the draw
   * @param nobodyInFor the time for which nobody is let in
   * @param nobodyOutFor the time for which no silent buyer is given up
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
   * @param passUntil the expiry of its pass; the beginning of time if it has none that is good
   */
  record Gone(long number, Instant passUntil, Buyer buyer) {}

  /**
   * Reads the state of the line.
   *
   * @param changesKnown the number of changes that the caller knows already
   */
  LineSnapshot snapshot(ShowId show, long changesKnown);

  /** The numbers in line, in order, beginning above this one. */
  long[] numbers(ShowId show, long above, int limit);

  /** The numbers in line with their buyers, in order, beginning above this one. */
  List<Numbered> numbered(ShowId show, long above, int limit);

  /** Lets the line give out numbers up to this one; returns its limit after that. */
  long extend(ShowId show, int epoch, long limit);

  /** Begins the line in a new epoch, unless it is in that or a later one. */
  boolean begin(ShowId show, Beginning beginning);

  /**
   * Takes the gone out of a line that was begun again, and lets those in who have a pass.
   *
   * @param last true if this completes the rebuild
   */
  void rebuild(ShowId show, int epoch, List<Gone> gone, boolean last);

  PhaseChange change(ShowId show, Phase from, Phase to);

  /**
   * Leases the long work on a line to one process; zero gives the lease back. Work under the lease
   * may be done twice: a lease that ends early wastes work and harms nobody.
   */
  boolean lease(ShowId show, String process, Duration lasting);

  /** Removes a line entirely; false if there was nothing of it. */
  boolean remove(ShowId show);

  /**
   * Notes that these lines are in use.
   *
   * @param lasting the time for which the note counts
   * @return all lines that any process has noted as in use
   */
  Set<ShowId> inUse(Collection<ShowId> here, Duration lasting);

  /** Moves early arrivals to the numbers they drew. */
  void place(ShowId show, List<Numbered> drawn);
}
