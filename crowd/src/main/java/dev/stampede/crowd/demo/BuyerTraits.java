package dev.stampede.crowd.demo;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The temper of one of the crowd, decided beforehand by the seed alone: so two runs differ only by
 * what the server and the others did.
 */
record BuyerTraits(
    int seats, boolean picksSeats, Ending ending, double arrival, Thoughts thoughts) {

  /** The end that this one comes to, if nothing comes between. */
  enum Ending {
    /** Pays and is happy. */
    PAYS,
    /** Tires of the line and leaves it. */
    LEAVES_THE_LINE,
    /** Goes away with seats held, which free themselves later. */
    WALKS_AWAY,
    /** Gives the seats back. */
    RELEASES,
    /** Pays, and then thinks better of it. */
    CANCELS
  }

  /** The time that this one thinks before each step, as shares of the usual time. */
  record Thoughts(double beforeChoosing, double beforePaying, double beforeCancelling) {

    private static Thoughts of(SplittableRandom chance) {
      return new Thoughts(
          chance.nextDouble(0.3, 1.5), chance.nextDouble(0.5, 2), chance.nextDouble(1, 3));
    }
  }

  static BuyerTraits of(SplittableRandom chance) {
    int seats = seats(chance.nextDouble());
    boolean picksSeats = chance.nextDouble() < 0.55;
    Ending ending = ending(chance.nextDouble());
    // Most come in the first moments, stragglers later.
    double arrival = Math.pow(chance.nextDouble(), 2);
    return new BuyerTraits(seats, picksSeats, ending, arrival, Thoughts.of(chance));
  }

  /** Returns when this one comes, if all come within this time. */
  Duration arrivesAfter(Duration all) {
    return share(all, arrival);
  }

  static Duration share(Duration whole, double share) {
    return Duration.ofNanos((long) (whole.toNanos() * share));
  }

  private static int seats(double chance) {
    if (chance < 0.25) {
      return 1;
    }
    if (chance < 0.70) {
      return 2;
    }
    return chance < 0.82 ? 3 : 4;
  }

  private static Ending ending(double chance) {
    if (chance < 0.70) {
      return Ending.PAYS;
    }
    if (chance < 0.76) {
      return Ending.LEAVES_THE_LINE;
    }
    if (chance < 0.86) {
      return Ending.WALKS_AWAY;
    }
    return chance < 0.94 ? Ending.RELEASES : Ending.CANCELS;
  }
}
