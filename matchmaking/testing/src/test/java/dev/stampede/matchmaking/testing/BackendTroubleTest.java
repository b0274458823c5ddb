package dev.stampede.matchmaking.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendListener;
import dev.stampede.matchmaking.backend.TickSummary;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.BestFirst;
import dev.stampede.matchmaking.match.MatchFunction;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.ticket.AssignOutcome;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import dev.stampede.matchmaking.ticket.TicketSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A backend copes with trouble from other people's code, and from others who use the store. */
final class BackendTroubleTest extends BackendExamples {

  @Test
  void whenAnAssignerFailsAnotherBackendGetsItsTickets() throws Exception {
    Ticket ann = store.create();
    store.create();
    Assigner broken =
        _ -> {
          throw new IllegalStateException("no game servers left");
        };

    assertThat(tick(plan("all", new OneVersusOne(), broken)))
        .isEqualTo(new TickSummary(2, false, 0, 0, 2));

    tick(plan("all", new OneVersusOne(), HERE));
    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void whenAnEvaluatorFailsAllTicketsGoBack() throws Exception {
    List<TicketId> made = List.of(store.create().id(), store.create().id());
    Backend backend =
        new Backend(
            store.leases(),
            List.of(plan("all", new OneVersusOne(), HERE)),
            DEFAULT,
            _ -> {
              throw new IllegalStateException("cannot choose");
            },
            BackendListener.NONE);

    assertThat(backend.tick()).isEqualTo(new TickSummary(2, false, 0, 0, 2));
    assertThat(store.claimedByAnother()).isEqualTo(made);
  }

  @Test
  void aFunctionThatFailsConcernsItsProfileAlone() throws Exception {
    Ticket ann = store.create();
    store.create();
    MatchFunction broken =
        _ -> {
          throw new IOException("planted");
        };

    tick(plan("broken", broken, HERE), plan("sound", new OneVersusOne(), HERE));

    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void aFunctionThatHangsIsGivenUpAndNotRunTwiceAtATime() throws Exception {
    List<TicketId> made = List.of(store.create().id(), store.create().id());
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    MatchFunction deaf =
        _ -> {
          runs.incrementAndGet();
          while (never.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
            var _ = Thread.interrupted();
          }
          return List.of();
        };
    Backend backend =
        new Backend(
            store.leases(),
            List.of(plan("deaf", deaf, HERE)),
            DEFAULT.within(Duration.ofSeconds(1)));

    assertThat(backend.tick().released()).isEqualTo(2);
    assertThat(backend.tick().released()).isEqualTo(2);

    assertThat(runs).hasValue(1);
    assertThat(store.claimedByAnother()).isEqualTo(made);
    never.countDown();
  }

  @Test
  void aMatchThatLostATicketOnTheWayIsDroppedAndTheRestReturns() throws Exception {
    Ticket ann = store.create();
    Ticket ben = store.create();
    List<String> refusals = new CopyOnWriteArrayList<>();
    BackendListener listener =
        new BackendListener() {
          @Override
          public void refused(String profile, AssignOutcome why) {
            refusals.add(profile + " " + why);
          }
        };
    Backend backend =
        new Backend(
            store.leases(),
            List.of(plan("all", deletingOneVersusOne(ben.id()), HERE)),
            DEFAULT,
            new BestFirst(),
            listener);

    assertThat(backend.tick()).isEqualTo(new TickSummary(2, false, 0, 0, 1));

    assertThat(refusals)
        .containsExactly("all " + new AssignOutcome.TicketsMissing(List.of(ben.id())));
    assertThat(store.claimedByAnother()).containsExactly(ann.id());
  }

  @Test
  void withoutValidationTheRestOfItIsAssigned() throws Exception {
    Ticket ann = store.create();
    Ticket ben = store.create();
    try (SharedStore lenient = store.another(TicketSettings.DEFAULT.validating(false))) {
      new Backend(
              lenient.leases(), List.of(plan("all", deletingOneVersusOne(ben.id()), HERE)), DEFAULT)
          .tick();
    }

    assertThat(store.isAssigned(ann.id())).isTrue();
  }

  @Test
  void matchesOfTicketsThatAreNotInHandArePassedOver() throws Exception {
    Ticket ann = store.create();
    Ticket stolen = store.create();
    store.tickets().deindex(stolen.id());
    MatchFunction thief =
        _ ->
            List.of(match("stolen", List.of(ann, stolen), 1), match("twice", List.of(ann, ann), 2));

    assertThat(tick(plan("all", thief, HERE))).isEqualTo(new TickSummary(1, false, 0, 0, 1));
  }

  /** Somebody takes their ticket back while the function thinks. */
  private MatchFunction deletingOneVersusOne(TicketId gone) {
    return candidates -> {
      store.tickets().delete(gone);
      return new OneVersusOne().propose(candidates);
    };
  }
}
