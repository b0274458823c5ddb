package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.prove.simulation.redis.RedisServer;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what buyers hear, and what is written down, with what the line promises. */
final class LineWatch {

  private static final String ONE_BUYER = "a number is one buyer's";
  private static final String KEEPS = "a buyer who comes back with the token keeps the place";

  /** The last answer that a buyer got. */
  private static final class Known {
    private @Nullable PlaceToken place;
    private long heardNanos;
    private int losses;
    private boolean leaving;
    private boolean booked;
    private @Nullable Pass pass;
  }

  private final World world;
  private final RedisServer redis;
  private final int maxActive;
  private final Duration patience;
  private final Map<Long, Buyer> owners = new HashMap<>();
  private final Map<Buyer, Known> buyers = new HashMap<>();
  private final Set<Integer> epochs = new HashSet<>();
  private @Nullable LineJournalModel journal;
  private int losses;
  private long troubledNanos = Long.MIN_VALUE;

  LineWatch(World world, RedisServer redis, int maxActive, Duration patience) {
    this.world = world;
    this.redis = redis;
    this.maxActive = maxActive;
    this.patience = patience;
  }

  void journal(LineJournalModel keeps) {
    journal = keeps;
  }

  private LineJournalModel journal() {
    if (journal == null) {
      throw new IllegalStateException("the watch has no journal");
    }
    return journal;
  }

  private Known known(Buyer buyer) {
    return buyers.computeIfAbsent(buyer, _ -> new Known());
  }

  /** Redis is about to forget something. */
  void lost() {
    losses++;
  }

  /** A server is frozen or killed: signs of life that it noted may be lost with it. */
  void troubled(Duration lasting) {
    troubledNanos = Math.max(troubledNanos, world.nanos() + lasting.toNanos());
  }

  private void owns(Buyer buyer, long number) {
    Buyer owner = owners.putIfAbsent(number, buyer);
    world.check(
        owner == null || owner.equals(buyer),
        ONE_BUYER,
        "number %d was %s's and is %s's",
        number,
        owner,
        buyer);
  }

  void waits(Buyer buyer, PlaceToken place, long askedNanos) {
    owns(buyer, place.number());
    world.check(
        epochs.contains(place.epoch()),
        "a place token names an epoch that is written down",
        "%s, and these are: %s",
        place,
        epochs);
    Known known = known(buyer);
    PlaceToken before = known.place;
    boolean silent =
        world.nanos() - known.heardNanos > patience.toNanos() / 2
            || world.nanos() < troubledNanos + patience.toNanos();
    if (before != null && !known.leaving && !silent) {
      // Who has been let in, and comes back before a lost line is rebuilt, stands in it for a
      // while.
      world.check(
          place.number() <= before.number()
              || journal().isRecorded(before.number(), buyer, LineExit.Kind.ADMITTED),
          KEEPS,
          "%s had number %d in epoch %d and now has %d in epoch %d",
          buyer,
          before.number(),
          before.epoch(),
          place.number(),
          place.epoch());
    }
    known.place = place;
    known.heardNanos = world.nanos();
    known.losses = losses;
  }

  void notInLine(Buyer buyer) {
    Known known = known(buyer);
    boolean silent =
        world.nanos() - known.heardNanos > patience.toNanos() / 2
            || world.nanos() < troubledNanos + patience.toNanos();
    PlaceToken place = known.place;
    if (place != null && !known.leaving && !silent && known.pass == null) {
      world.check(
          journal().isRecorded(place.number(), buyer, LineExit.Kind.ADMITTED),
          KEEPS,
          "%s had number %d in epoch %d and is told to be in no line",
          buyer,
          place.number(),
          place.epoch());
    }
    known.place = null;
  }

  void unanswered(Buyer buyer) {}

  void leaves(Buyer buyer) {
    known(buyer).leaving = true;
  }

  void left(Buyer buyer) {
    known(buyer).leaving = true;
  }

  void booked(Buyer buyer) {
    known(buyer).booked = true;
  }

  void admitted(Buyer buyer, Pass pass) {
    owns(buyer, pass.number());
    world.check(
        journal().isRecorded(pass.number(), buyer, LineExit.Kind.ADMITTED),
        "a pass is given when its admission is written down",
        "%s was not",
        pass);
    Known known = known(buyer);
    Pass before = known.pass;
    world.check(
        before == null
            || before.number() == pass.number()
            || known.leaving
            || known.booked
            || !before.expiresAt().isAfter(world.now()),
        "nobody is let in twice",
        "%s has %s and is given %s",
        buyer,
        before,
        pass);
    known.pass = pass;
  }

  void recordedEpoch(int epoch) {
    world.check(epochs.add(epoch), "no epoch begins twice", "epoch %d did", epoch);
  }

  /** A departure has been written down. */
  void recorded(LineExit exit) {
    owns(exit.buyer(), exit.number());
    if (exit.kind() == LineExit.Kind.ADMITTED) {
      world.check(
          journal().inside() <= maxActive,
          "never more are inside than may be",
          "%d passes are good, %d may be",
          journal().inside(),
          maxActive);
    }
  }

  /**
   * These were taken out of the line to be let in. Nobody may stand before them who heard before
   * the call that they were in line, and still are.
   */
  void taken(List<LineExit> first, long calledNanos, String waitingKey) {
    for (int i = 0; i < first.size(); i++) {
      LineExit one = first.get(i);
      world.check(
          i == 0 || first.get(i - 1).number() < one.number(),
          "people are let in in order",
          "%s",
          first);
      buyers.forEach(
          (buyer, known) -> {
            PlaceToken place = known.place;
            if (place != null
                && known.heardNanos < calledNanos
                && known.losses == losses
                && place.epoch() == one.epoch()
                && place.number() < one.number()) {
              world.check(
                  !Long.toString(place.number())
                      .equals(redis.look("ZSCORE", waitingKey, buyer.sub())),
                  "nobody is overtaken",
                  "%s is let in with number %d, and %s stands at %d",
                  one.buyer(),
                  one.number(),
                  buyer,
                  place.number());
            }
          });
    }
  }
}
