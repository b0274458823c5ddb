package dev.stampede.crowd.demo;

import dev.stampede.crowd.CrowdException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One of the crowd, from the way there to the end, as straight code on a virtual thread. */
final class Fan implements Runnable {

  private static final int MAX_CLAIMS = 12;
  private static final int MAX_TIMES_IN_LINE = 3;
  private static final int PICKS_BEFORE_BEST = 3;
  private static final Duration ASK_AT_LEAST = Duration.ofMinutes(1);

  private final String name;
  private final Venue venue;
  private final Tempo tempo;
  private final Curfew curfew;
  private final Turnstile turnstile;
  private final SplittableRandom chance;
  private final Temper temper;
  private Stage stage = Stage.ON_THE_WAY;

  /**
   * One of the crowd.
   *
   * @param chance decides what it is like and which seats it likes
   */
  Fan(String name, Venue venue, Tempo tempo, Moods moods, SplittableRandom chance) {
    this.name = name;
    this.venue = venue;
    this.tempo = tempo;
    this.curfew = moods.curfew();
    this.turnstile = moods.turnstile();
    this.chance = chance;
    this.temper = Temper.of(chance);
  }

  /** The curfew and the turnstile that all of a crowd share. */
  record Moods(Curfew curfew, Turnstile turnstile) {}

  @Override
  public void run() {
    try {
      enter(come());
    } catch (InterruptedException cutShort) {
      enter(Stage.ABANDONED);
    } catch (CrowdException unanswered) {
      // One of thousands: it is counted, and the others go on.
      enter(Stage.FAILED);
    }
  }

  private void enter(Stage next) {
    turnstile.move(stage, next);
    stage = next;
  }

  /** Says how it ended. */
  private Stage come() throws InterruptedException {
    boolean line = venue.page().hasLine();
    if (!curfew.rest(temper.arrivesAfter(line ? tempo.intoLine() : tempo.toSeats()))) {
      return curfew.isTimeToGoHome() ? Stage.ABANDONED : Stage.TURNED_AWAY;
    }
    enter(line ? Stage.WAITING : Stage.CHOOSING);
    Visit visit = Visit.of(venue, name);
    for (int times = 0; times < MAX_TIMES_IN_LINE; times++) {
      Optional<String> pass = Optional.empty();
      if (line) {
        enter(Stage.WAITING);
        Waited waited = waitInLine(visit);
        if (waited.ended().isPresent()) {
          return waited.ended().get();
        }
        pass = waited.pass();
      }
      Chosen chosen = choose(visit, pass);
      if (chosen.hold().isPresent()) {
        Stage end = decide(visit, chosen.hold().get());
        if (end == Stage.ABANDONED && temper.ending() != Temper.Ending.WALKS_AWAY) {
          makeRoom(visit, pass);
        }
        return end;
      }
      if (!chosen.backInLine()) {
        makeRoom(visit, pass);
        return curfew.isTimeToGoHome() ? Stage.ABANDONED : Stage.TURNED_AWAY;
      }
    }
    return Stage.ABANDONED;
  }

  /** A pass, or how it ended before there was one. */
  private record Waited(Optional<String> pass, Optional<Stage> ended) {

    static Waited ended(Stage how) {
      return new Waited(Optional.empty(), Optional.of(how));
    }
  }

  private Waited waitInLine(Visit visit) throws InterruptedException {
    Visit.Place place = visit.join(Optional.empty());
    while (true) {
      switch (place) {
        case Visit.Place.Admitted(String pass) -> {
          return new Waited(Optional.of(pass), Optional.empty());
        }
        case Visit.Place.NotInLine() -> {
          // An operator has taken the line away, or it has lost us.
          return venue.page().hasLine()
              ? Waited.ended(Stage.ABANDONED)
              : new Waited(Optional.empty(), Optional.empty());
        }
        case Visit.Place.Closed() -> {
          return Waited.ended(Stage.TURNED_AWAY);
        }
        case Visit.Place.Waiting(Duration askAgain, String token) -> {
          boolean tired = temper.ending() == Temper.Ending.LEAVES_THE_LINE;
          if (!curfew.rest(askAgain.compareTo(ASK_AT_LEAST) < 0 ? askAgain : ASK_AT_LEAST)
              || tired) {
            visit.leave();
            boolean soldOut = curfew.isCalled() && !curfew.isTimeToGoHome();
            return Waited.ended(soldOut ? Stage.TURNED_AWAY : Stage.ABANDONED);
          }
          place = visit.look(token);
        }
      }
    }
  }

  /** A hold; or none, and whether it is worth getting in line again. */
  private record Chosen(Optional<String> hold, boolean backInLine) {

    static final Chosen NOTHING = new Chosen(Optional.empty(), false);
  }

  /** Picks seats, or takes what is best; asks for fewer when there are not so many. */
  private Chosen choose(Visit visit, Optional<String> pass) throws InterruptedException {
    enter(Stage.CHOOSING);
    int wanted = Math.min(temper.seats(), Math.max(1, venue.page().seatsPerHold()));
    for (int claims = 0; claims < MAX_CLAIMS; claims++) {
      think(temper.thoughts().beforeChoosing());
      if (curfew.isCalled()) {
        return Chosen.NOTHING;
      }
      boolean picks = temper.picksSeats() && claims < PICKS_BEFORE_BEST;
      switch (claim(visit, picks, wanted, pass)) {
        case Visit.Claimed.Held(String hold) -> {
          return new Chosen(Optional.of(hold), false);
        }
        case Visit.Claimed.BackInLine() -> {
          return new Chosen(Optional.empty(), true);
        }
        case Visit.Claimed.Closed() -> {
          return Chosen.NOTHING;
        }
        case Visit.Claimed.NoneLeft() -> wanted = Math.max(1, wanted - 1);
        case Visit.Claimed.NotNow() -> claims--; // a pause ends, or the rush does
        case Visit.Claimed.Taken() -> {}
      }
    }
    return Chosen.NOTHING;
  }

  private Visit.Claimed claim(Visit visit, boolean picks, int wanted, Optional<String> pass)
      throws InterruptedException {
    List<String> wish = picks ? venue.seats().wish(wanted, chance) : List.of();
    return wish.isEmpty() ? visit.holdBest(wanted, pass) : visit.holdSeats(wish, pass);
  }

  /** Pays for the held seats, or does not. */
  private Stage decide(Visit visit, String hold) throws InterruptedException {
    enter(Stage.HOLDING);
    think(temper.thoughts().beforePaying());
    if (curfew.isTimeToGoHome()) {
      visit.release(hold);
      return Stage.ABANDONED;
    }
    return switch (temper.ending()) {
      case WALKS_AWAY -> Stage.ABANDONED;
      case RELEASES -> {
        visit.release(hold);
        yield Stage.ABANDONED;
      }
      case PAYS, LEAVES_THE_LINE -> pay(visit, hold).isPresent() ? Stage.PAID : Stage.ABANDONED;
      case CANCELS -> {
        Optional<String> booking = pay(visit, hold);
        yield booking.isPresent() && !cancels(visit, booking.get()) ? Stage.PAID : Stage.ABANDONED;
      }
    };
  }

  private Optional<String> pay(Visit visit, String hold) throws InterruptedException {
    Visit.Payment payment = visit.pay(hold);
    if (payment instanceof Visit.Payment.TooPoor(long points) && visit.topUp(points)) {
      payment = visit.pay(hold);
    }
    return switch (payment) {
      case Visit.Payment.Paid(String booking) -> Optional.of(booking);
      case Visit.Payment.TooPoor _ -> {
        visit.release(hold);
        yield Optional.empty();
      }
      case Visit.Payment.TooLate() -> Optional.empty();
    };
  }

  /**
   * Gives up the pass, so that a buyer who leaves does not keep others out with a pass that is
   * never used.
   */
  private static void makeRoom(Visit visit, Optional<String> pass) throws InterruptedException {
    if (pass.isPresent()) {
      visit.leave();
    }
  }

  /** Sleeps over it; when everything is sold by then nobody gives a seat back. */
  private boolean cancels(Visit visit, String booking) throws InterruptedException {
    enter(Stage.PAID);
    think(temper.thoughts().beforeCancelling());
    return !curfew.isCalled() && visit.cancel(booking);
  }

  private void think(double share) throws InterruptedException {
    curfew.rest(Temper.share(tempo.thought(), share));
  }
}
