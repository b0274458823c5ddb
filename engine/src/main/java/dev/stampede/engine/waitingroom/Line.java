package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The lines of shows, as people move through them. Each method is one step, atomic for all
 * processes together. Taking people out of a line needs three: take them out, record in {@link
 * LineJournal} that they are gone, settle.
 *
 * <p>Every method throws {@link LineLostException} when the Redis that answers is not the one that
 * kept the line, and {@link LineUnavailableException} when Redis does not answer in time.
 */
public interface Line {

  /**
   * The line's answer about a buyer, and the state of the line that it is from.
   *
   * @param generation changes whenever numbers move other than one by one
   */
  record Answered(int epoch, long generation, LineAnswer answer) {}

  /**
   * The limits of one step of admission.
   *
   * @param perSecond the highest rate
   * @param ceiling the most people inside, including those on their way in
   * @param atMost the most people let in by this step
   * @param passUntil the expiry of their passes
   */
  record Admitting(int perSecond, long ceiling, int atMost, Instant passUntil) {}

  /**
   * Gives the buyer a place, if they have none.
   *
   * @param putBackTo a number that is certainly the buyer's and that the line has lost; 0 for none
   */
  Answered join(ShowId show, Buyer buyer, long putBackTo);

  /**
   * Finds the buyer's place, or puts them back, as {@link #join} does, but gives out no new place.
   */
  Answered find(ShowId show, Buyer buyer, long putBackTo);

  /** Takes the buyer out, or ends their pass. */
  Optional<LineExit> leave(ShowId show, Buyer buyer);

  /** Takes out buyers who have shown no sign of life for this long. */
  List<LineExit> expire(ShowId show, Duration silence, int atMost);

  /** Takes out the first buyers in line, to be let in. */
  List<LineExit> admit(ShowId show, Admitting admitting);

  /**
   * Completes departures that are recorded: lets the buyers in, or lets them go. Returns the number
   * let in.
   */
  int settle(ShowId show, List<LineExit> written);

  /**
   * Buyers who were taken out longer ago than this and are not settled; after a few seconds the
   * process that took them out has died.
   */
  List<LineExit> unsettled(ShowId show, Duration longerThan, int about);

  /** Ends the passes that were spent, and at most this many that have expired; returns how many. */
  int end(ShowId show, List<BookedPass> spent, int atMost);

  /** Records signs of life of these buyers. */
  void touch(ShowId show, List<Buyer> buyers);
}
