package dev.stampede.crowd.demo;

import dev.stampede.crowd.CrowdException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One of the crowd, from the way there to the end, as straight code on a virtual thread. */
final class SimulatedBuyer implements Runnable {

  private static final int MAX_CLAIMS = 12;
  private static final int MAX_TIMES_IN_LINE = 3;
  private static final int PICKS_BEFORE_BEST = 3;
  private static final Duration ASK_AT_LEAST = Duration.ofMinutes(1);

  private final String name;
  private final ShowClient venue;
  private final CrowdSpeed tempo;
  private final CrowdStop crowdStop;
  private final StageCounts stageCounts;
  private final SplittableRandom chance;
  private final BuyerTraits temper;
  private BuyerStage stage = BuyerStage.ON_THE_WAY;

  /**
   * One of the crowd.
   *
   * @param chance decides what it is like and which seats it likes
   */
  SimulatedBuyer(
      String name, ShowClient venue, CrowdSpeed tempo, Moods moods, SplittableRandom chance) {
    this.name = name;
    this.venue = venue;
    this.tempo = tempo;
    this.crowdStop = moods.crowdStop();
    this.stageCounts = moods.stageCounts();
    this.chance = chance;
    this.temper = BuyerTraits.of(chance);
  }

  /** The end of the crowd and its counts, which all of its buyers share. */
  record Moods(CrowdStop crowdStop, StageCounts stageCounts) {}

  @Override
  public void run() {
    try {
      enter(come());
    } catch (InterruptedException cutShort) {
      enter(BuyerStage.ABANDONED);
    } catch (CrowdException unanswered) {
      // One of thousands: it is counted, and the others go on.
      enter(BuyerStage.FAILED);
    }
  }

  private void enter(BuyerStage next) {
    stageCounts.move(stage, next);
    stage = next;
  }

  /** Says how it ended. */
  private BuyerStage come() throws InterruptedException {
    boolean line = venue.page().hasLine();
    if (!crowdStop.rest(temper.arrivesAfter(line ? tempo.intoLine() : tempo.toSeats()))) {
      return crowdStop.isTimeToGoHome() ? BuyerStage.ABANDONED : BuyerStage.TURNED_AWAY;
    }
    enter(line ? BuyerStage.WAITING : BuyerStage.CHOOSING);
    BuyerClient visit = BuyerClient.of(venue, name);
    for (int times = 0; times < MAX_TIMES_IN_LINE; times++) {
      Optional<String> pass = Optional.empty();
      if (line) {
        enter(BuyerStage.WAITING);
        Waited waited = waitInLine(visit);
        if (waited.ended().isPresent()) {
          return waited.ended().get();
        }
        pass = waited.pass();
      }
      Chosen chosen = choose(visit, pass);
      if (chosen.hold().isPresent()) {
        BuyerStage end = decide(visit, chosen.hold().get());
        if (end == BuyerStage.ABANDONED && temper.ending() != BuyerTraits.Ending.WALKS_AWAY) {
          makeRoom(visit, pass);
        }
        return end;
      }
      if (!chosen.backInLine()) {
        makeRoom(visit, pass);
        return crowdStop.isTimeToGoHome() ? BuyerStage.ABANDONED : BuyerStage.TURNED_AWAY;
      }
    }
    return BuyerStage.ABANDONED;
  }

  /** A pass, or how it ended before there was one. */
  private record Waited(Optional<String> pass, Optional<BuyerStage> ended) {

    static Waited ended(BuyerStage how) {
      return new Waited(Optional.empty(), Optional.of(how));
    }
  }

  private Waited waitInLine(BuyerClient visit) throws InterruptedException {
    BuyerClient.Place place = visit.join(Optional.empty());
    while (true) {
      switch (place) {
        case BuyerClient.Place.Admitted(String pass) -> {
          return new Waited(Optional.of(pass), Optional.empty());
        }
        case BuyerClient.Place.NotInLine() -> {
          // An operator has taken the line away, or it has lost us.
          return venue.page().hasLine()
              ? Waited.ended(BuyerStage.ABANDONED)
              : new Waited(Optional.empty(), Optional.empty());
        }
        case BuyerClient.Place.Closed() -> {
          return Waited.ended(BuyerStage.TURNED_AWAY);
        }
        case BuyerClient.Place.Waiting(Duration askAgain, String token) -> {
          boolean tired = temper.ending() == BuyerTraits.Ending.LEAVES_THE_LINE;
          if (!crowdStop.rest(askAgain.compareTo(ASK_AT_LEAST) < 0 ? askAgain : ASK_AT_LEAST)
              || tired) {
            visit.leave();
            boolean soldOut = crowdStop.isCalled() && !crowdStop.isTimeToGoHome();
            return Waited.ended(soldOut ? BuyerStage.TURNED_AWAY : BuyerStage.ABANDONED);
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
  private Chosen choose(BuyerClient visit, Optional<String> pass) throws InterruptedException {
    enter(BuyerStage.CHOOSING);
    int wanted = Math.min(temper.seats(), Math.max(1, venue.page().seatsPerHold()));
    for (int claims = 0; claims < MAX_CLAIMS; claims++) {
      think(temper.thoughts().beforeChoosing());
      if (crowdStop.isCalled()) {
        return Chosen.NOTHING;
      }
      boolean picks = temper.picksSeats() && claims < PICKS_BEFORE_BEST;
      switch (claim(visit, picks, wanted, pass)) {
        case BuyerClient.Claimed.Held(String hold) -> {
          return new Chosen(Optional.of(hold), false);
        }
        case BuyerClient.Claimed.BackInLine() -> {
          return new Chosen(Optional.empty(), true);
        }
        case BuyerClient.Claimed.Closed() -> {
          return Chosen.NOTHING;
        }
        case BuyerClient.Claimed.NoneLeft() -> wanted = Math.max(1, wanted - 1);
        case BuyerClient.Claimed.NotNow() -> claims--; // a pause ends, or the rush does
        case BuyerClient.Claimed.Taken() -> {}
      }
    }
    return Chosen.NOTHING;
  }

  private BuyerClient.Claimed claim(
      BuyerClient visit, boolean picks, int wanted, Optional<String> pass)
      throws InterruptedException {
    List<String> wish = picks ? venue.seats().wish(wanted, chance) : List.of();
    return wish.isEmpty() ? visit.holdBest(wanted, pass) : visit.holdSeats(wish, pass);
  }

  /** Pays for the held seats, or does not. */
  private BuyerStage decide(BuyerClient visit, String hold) throws InterruptedException {
    enter(BuyerStage.HOLDING);
    think(temper.thoughts().beforePaying());
    if (crowdStop.isTimeToGoHome()) {
      visit.release(hold);
      return BuyerStage.ABANDONED;
    }
    return switch (temper.ending()) {
      case WALKS_AWAY -> BuyerStage.ABANDONED;
      case RELEASES -> {
        visit.release(hold);
        yield BuyerStage.ABANDONED;
      }
      case PAYS, LEAVES_THE_LINE ->
          pay(visit, hold).isPresent() ? BuyerStage.PAID : BuyerStage.ABANDONED;
      case CANCELS -> {
        Optional<String> booking = pay(visit, hold);
        yield booking.isPresent() && !cancels(visit, booking.get())
            ? BuyerStage.PAID
            : BuyerStage.ABANDONED;
      }
    };
  }

  private Optional<String> pay(BuyerClient visit, String hold) throws InterruptedException {
    BuyerClient.Payment payment = visit.pay(hold);
    if (payment instanceof BuyerClient.Payment.TooPoor(long points) && visit.topUp(points)) {
      payment = visit.pay(hold);
    }
    return switch (payment) {
      case BuyerClient.Payment.Paid(String booking) -> Optional.of(booking);
      case BuyerClient.Payment.TooPoor _ -> {
        visit.release(hold);
        yield Optional.empty();
      }
      case BuyerClient.Payment.TooLate() -> Optional.empty();
    };
  }

  /**
   * Gives up the pass, so that a buyer who leaves does not keep others out with a pass that is
   * never used.
   */
  private static void makeRoom(BuyerClient visit, Optional<String> pass)
      throws InterruptedException {
    if (pass.isPresent()) {
      visit.leave();
    }
  }

  /** Sleeps over it; when everything is sold by then nobody gives a seat back. */
  private boolean cancels(BuyerClient visit, String booking) throws InterruptedException {
    enter(BuyerStage.PAID);
    think(temper.thoughts().beforeCancelling());
    return !crowdStop.isCalled() && visit.cancel(booking);
  }

  private void think(double share) throws InterruptedException {
    crowdStop.rest(BuyerTraits.share(tempo.thought(), share));
  }
}
