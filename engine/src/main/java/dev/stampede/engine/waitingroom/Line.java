package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The lines of shows, as people move through them: each method one step that happens wholly or not
 * at all, for all processes together. What takes people out of a line is done in three: take them
 * out, write down that they are gone (where it survives), settle.
 *
 * <p>Every method throws {@link LineLostException} when whoever keeps the line is not who kept it
 * before, and {@link LineUnavailableException} when nobody answers in time.
 */
public interface Line {

  /**
   * What the line says of a buyer, and as of which state of it.
   *
   * @param generation changes whenever numbers move other than one by one
   */
  record Answered(int epoch, long generation, Standing standing) {}

  /**
   * How many to let in.
   *
   * @param perSecond no faster
   * @param ceiling not more inside, those included who are on their way
   * @param atMost in one step
   * @param passUntil until when their passes are good
   */
  record Admitting(int perSecond, long ceiling, int atMost, Instant passUntil) {}

  /**
   * Gives the buyer a place, if they have none.
   *
   * @param putBackTo a number that is certainly theirs and was lost; 0 for none
   */
  Answered join(ShowId show, Buyer buyer, long putBackTo);

  /** The same without giving out a new place. */
  Answered find(ShowId show, Buyer buyer, long putBackTo);

  /** Takes the buyer out, or ends their pass. */
  Optional<Moved> leave(ShowId show, Buyer buyer);

  /** Takes out who has given no sign of life for so long. */
  List<Moved> expire(ShowId show, Duration silence, int atMost);

  /** Takes out the first, to be let in. */
  List<Moved> admit(ShowId show, Admitting admitting);

  /** Lets those in, or go, of whom it is written down; says how many were let in. */
  int settle(ShowId show, List<Moved> written);

  /** Those who were taken out longer ago and are not settled: whoever did it has died. */
  List<Moved> unsettled(ShowId show, Duration longerThan, int about);

  /** Ends passes that were spent, and at most so many whose time is over; says how many. */
  int end(ShowId show, List<BookedPass> spent, int atMost);

  /** Notes signs of life. */
  void touch(ShowId show, List<Buyer> buyers);
}
