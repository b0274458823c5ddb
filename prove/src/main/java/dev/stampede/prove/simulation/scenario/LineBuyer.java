package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.engine.waitingroom.PlaceTokens;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A buyer who joins the line, polls with the latest place token at whichever server, and books when
 * let in; some leave instead.
 */
final class LineBuyer {

  /** The manner of a buyer. */
  enum Manner {
    /** Polls with the token until let in, and books. */
    PATIENT,
    /** The same, but lets the pass expire. */
    IDLE,
    /** Leaves the line at some time. */
    LEAVING
  }

  private static final Duration SHORTEST_POLL = Duration.ofMillis(100);

  private final World world;
  private final LineWatch watch;
  private final LineJournalModel journal;
  private final List<LineServer> servers;
  private final Tokens tokens;
  private final Buyer buyer;

  /** Opens what the servers seal. */
  record Tokens(ShowId show, PlaceTokens places, Passes passes, Duration longestPoll) {}

  LineBuyer(
      World world,
      LineWatch watch,
      LineJournalModel journal,
      List<LineServer> servers,
      Tokens tokens,
      Buyer buyer) {
    this.world = world;
    this.watch = watch;
    this.journal = journal;
    this.servers = servers;
    this.tokens = tokens;
    this.buyer = buyer;
  }

  void live(Manner manner) {
    try {
      Optional<String> token = Optional.empty();
      int polls = manner == Manner.LEAVING ? (int) world.dice().between(1, 6) : Integer.MAX_VALUE;
      for (int i = 0; i < polls; i++) {
        Optional<String> shown = token;
        boolean joins = i == 0 || world.dice().chance(300);
        long asked = world.nanos();
        QueueOutcome outcome =
            server()
                .ask(
                    rooms ->
                        joins || shown.isEmpty()
                            ? rooms.join(tokens.show(), buyer, shown)
                            : rooms.look(tokens.show(), buyer, shown));
        world.note("%s hears %s", buyer, outcome);
        switch (outcome) {
          case QueueOutcome.Waiting waiting -> {
            token = Optional.of(waiting.placeToken());
            PlaceToken place = tokens.places().open(waiting.placeToken()).orElseThrow();
            watch.waits(buyer, place, asked);
          }
          case QueueOutcome.Admitted admitted -> {
            Pass pass = tokens.passes().open(admitted.pass()).orElseThrow();
            watch.admitted(buyer, pass);
            use(manner, pass);
            return;
          }
          case QueueOutcome.NotInLine _ -> {
            watch.notInLine(buyer);
            token = Optional.empty();
          }
          case null, default -> watch.unanswered(buyer);
        }
        pause(tokens.longestPoll());
      }
      leave();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a buyer", e);
    }
  }

  private LineServer server() {
    return world.dice().pick(servers);
  }

  private void pause(Duration most) throws InterruptedException {
    Dice dice = world.dice();
    Thread.sleep(Duration.ofNanos(dice.between(SHORTEST_POLL.toNanos(), most.toNanos() * 3 / 4)));
  }

  private void use(LineBuyer.Manner manner, Pass pass) throws InterruptedException {
    pause(Duration.ofMillis(500));
    if (manner == Manner.PATIENT && pass.expiresAt().isAfter(world.now())) {
      world.note("%s books with the pass of number %d", buyer, pass.number());
      journal.spend(buyer, pass.number());
      watch.booked(buyer);
      server().booked(new BookedPass(tokens.show(), buyer, pass.number(), 1));
    } else if (manner == Manner.LEAVING) {
      leave();
    }
  }

  private void leave() throws InterruptedException {
    watch.leaves(buyer);
    @Nullable LeaveOutcome outcome = server().ask(rooms -> rooms.leave(tokens.show(), buyer));
    world.note("%s leaves: %s", buyer, outcome);
    if (outcome instanceof LeaveOutcome.Left) {
      watch.left(buyer);
    }
  }
}
