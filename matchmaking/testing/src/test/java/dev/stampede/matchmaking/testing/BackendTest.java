package dev.stampede.matchmaking.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendListener;
import dev.stampede.matchmaking.backend.MatchLoop;
import dev.stampede.matchmaking.backend.TickSummary;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.BestFirst;
import dev.stampede.matchmaking.match.MatchFunction;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.matchmaking.pool.StringEqualsFilter;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketClaim;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A backend handles tickets, tick by tick, on a real store. */
final class BackendTest extends BackendExamples {

  /** A step of a tick that goes on when it is told to. */
  private static final class Halt {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    void here() throws InterruptedException {
      arrived.countDown();
      assertThat(mayGoOn.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    void awaitArrival() throws InterruptedException {
      assertThat(arrived.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    void goOn() {
      mayGoOn.countDown();
    }
  }

  @Test
  void twoWhoWaitPlayAgainstEachOther() throws Exception {
    Ticket ann = store.create();
    Ticket ben = store.create();

    assertThat(tick(plan("all", new OneVersusOne(), HERE)))
        .isEqualTo(new TickSummary(2, false, 1, 2, 0));

    assertThat(store.connectionOf(ann.id())).isEqualTo("here");
    assertThat(store.connectionOf(ben.id())).isEqualTo("here");
    assertThat(tick(plan("all", new OneVersusOne(), HERE))).isEqualTo(NOTHING);
  }

  @Test
  void aSingleTicketIsReleasedAndMatchedWhenASecondOneArrives() throws Exception {
    Ticket ann = store.create();

    assertThat(tick(plan("all", new OneVersusOne(), HERE)))
        .isEqualTo(new TickSummary(1, false, 0, 0, 1));

    store.create();
    tick(plan("all", new OneVersusOne(), HERE));
    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void poolsNeverMix() throws Exception {
    Ticket red = store.createIn("red");
    Ticket blue = store.createIn("blue");
    MatchPlan plan =
        new MatchPlan(
            new MatchProfile("modes", List.of(pool("red"), pool("blue")), Map.of()),
            new OneVersusOne(),
            HERE);

    tick(plan);
    assertThat(store.isAssigned(red.id())).isFalse();

    Ticket second = store.createIn("red");
    tick(plan);
    assertThat(store.isAssigned(red.id())).isTrue();
    assertThat(store.isAssigned(second.id())).isTrue();
    assertThat(store.isAssigned(blue.id())).isFalse();
  }

  @Test
  void ofTwoMatchesThatWantTheSameTicketTheBetterOneStays() throws Exception {
    List<Ticket> three = List.of(store.create(), store.create(), store.create());
    MatchFunction both =
        candidates -> {
          List<Ticket> all = candidates.pool("everybody");
          return List.of(
              match("worse", all.subList(0, 2), 1), match("better", all.subList(1, 3), 2));
        };

    tick(plan("all", both, byMatch()));

    assertThat(store.isAssigned(three.get(0).id())).isFalse();
    assertThat(store.connectionOf(three.get(1).id())).isEqualTo("better");
    assertThat(store.connectionOf(three.get(2).id())).isEqualTo("better");
    assertThat(store.claimedByAnother()).containsExactly(three.get(0).id());
  }

  @Test
  void ofTwoProfilesThatWantTheSameTicketsOneGetsThem() throws Exception {
    Ticket ann = store.create();
    store.create();

    TickSummary summary =
        tick(plan("one", new OneVersusOne(), HERE), plan("two", new OneVersusOne(), HERE));

    assertThat(summary).isEqualTo(new TickSummary(2, false, 1, 2, 0));
    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void anEvaluatorOfOnesOwnPrefers() throws Exception {
    List<Ticket> four = List.of(store.create(), store.create(), store.create(), store.create());
    Backend backend =
        new Backend(
            store.leases(),
            List.of(plan("all", new OneVersusOne(), HERE)),
            DEFAULT,
            proposals -> List.of(proposals.getLast(), proposals.getLast()),
            BackendListener.NONE);

    assertThat(backend.tick()).isEqualTo(new TickSummary(4, false, 1, 2, 2));

    assertThat(store.isAssigned(four.get(0).id())).isFalse();
    assertThat(store.isAssigned(four.get(3).id())).isTrue();
  }

  @Test
  void ticketsWithoutAMatchDoNotBlockLaterTickets() throws Exception {
    List<Ticket> unmatched = List.of(store.create(), store.create());
    List<Ticket> red = List.of(store.createIn("red"), store.createIn("red"));
    Backend backend =
        new Backend(
            store.leases(),
            List.of(
                new MatchPlan(
                    new MatchProfile("red", List.of(pool("red")), Map.of()),
                    new OneVersusOne(),
                    HERE)),
            DEFAULT.claiming(2));

    assertThat(backend.tick()).isEqualTo(new TickSummary(2, true, 0, 0, 2));
    assertThat(backend.tick()).isEqualTo(new TickSummary(2, true, 1, 2, 0));

    assertThat(store.isAssigned(red.get(0).id())).isTrue();
    assertThat(store.claimedByAnother()).isEqualTo(unmatched.stream().map(Ticket::id).toList());
  }

  /** Without renewal the tickets would be another's before the function goes on. */
  @Test
  void aLeaseIsRenewedWhileAFunctionTakesLongerThanItLasts() throws Exception {
    // Renewed every third of it: on a busy machine a renewal may be late by the rest.
    Duration lease = Duration.ofSeconds(4);
    Ticket ann = store.create();
    store.create();
    Halt halt = new Halt();
    MatchFunction slow =
        candidates -> {
          halt.here();
          return new OneVersusOne().propose(candidates);
        };
    Backend backend =
        new Backend(
            store.leases(), List.of(plan("slow", slow, HERE)), DEFAULT.leasing(lease).within(LONG));
    Thread ticking = Thread.startVirtualThread(() -> tickQuietly(backend));

    halt.awaitArrival();
    long since = System.nanoTime();
    Eventually.within(SOON)
        .until(
            "the lease would have ended",
            () -> {
              assertThat(store.leases().claim(TicketClaim.of(10, LONG)).tickets()).isEmpty();
              return System.nanoTime() - since > lease.multipliedBy(3).dividedBy(2).toNanos();
            });
    halt.goOn();
    ticking.join();

    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void closingLetsTheRunningTickFinish() throws Exception {
    Ticket ann = store.create();
    store.create();
    Halt halt = new Halt();
    Assigner slow =
        matches -> {
          halt.here();
          return HERE.assign(matches);
        };
    MatchLoop loop = loop(plan("slow", new OneVersusOne(), slow));
    halt.awaitArrival();

    Thread closing = Thread.startVirtualThread(loop::close);
    Eventually.within(SOON)
        .until("it waits", () -> closing.getState() == Thread.State.TIMED_WAITING);
    halt.goOn();
    closing.join();

    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void ticketsWakeTheLoopLongBeforeItsNextTick() {
    MatchLoop loop = loop(plan("all", new OneVersusOne(), HERE));
    try {
      for (int pair = 0; pair < 3; pair++) {
        Ticket ann = store.create();
        store.create();
        Eventually.within(SOON).until("they play", () -> store.isAssigned(ann.id()));
      }
    } finally {
      loop.close();
    }
  }

  @Test
  void theListenerHearsWhatEachStepTookAndHowLongEveryoneWaited() throws Exception {
    store.create();
    store.create();
    List<String> heard = new CopyOnWriteArrayList<>();
    BackendListener listener =
        new BackendListener() {
          @Override
          public void functionRan(String profile, Ending ending, Duration took) {
            heard.add("function " + profile + " " + ending);
          }

          @Override
          public void evaluatorRan(Ending ending, Duration took) {
            heard.add("evaluator " + ending);
          }

          @Override
          public void assignerRan(String profile, Ending ending, Duration took) {
            heard.add("assigner " + profile + " " + ending);
          }

          @Override
          public void assigned(String profile, List<Duration> waited) {
            assertThat(waited).hasSize(2).allMatch(one -> !one.isNegative());
            heard.add("assigned " + profile);
          }

          @Override
          public void ticked(TickSummary summary, Duration took) {
            heard.add("ticked " + summary.assigned());
          }
        };

    new Backend(
            store.leases(),
            List.of(plan("all", new OneVersusOne(), HERE)),
            DEFAULT,
            new BestFirst(),
            listener)
        .tick();

    assertThat(heard)
        .containsExactly(
            "function all WORKED",
            "evaluator WORKED",
            "assigner all WORKED",
            "assigned all",
            "ticked 2");
  }

  private static void tickQuietly(Backend backend) {
    try {
      var _ = backend.tick();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts a loop that ticks by itself once a minute. */
  private MatchLoop loop(MatchPlan plan) {
    return MatchLoop.start(
        new Backend(store.leases(), List.of(plan), DEFAULT), store.leases(), LONG, SOON);
  }

  private static Pool pool(String mode) {
    return new Pool(
        mode,
        List.of(),
        List.of(new StringEqualsFilter("mode", mode)),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Every match is played at a place of its own name. */
  private static Assigner byMatch() {
    return matches ->
        matches.stream()
            .map(match -> new AssignmentGroup(match.ticketIds(), Assignment.to(match.id())))
            .toList();
  }
}
