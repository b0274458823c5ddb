package dev.stampede.prove.simulation.scenario;

import dev.stampede.lane.Lane;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.Outcome;
import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.SimulatedScenario;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A lane with its callers, in front of a store that is slow, has locked rows, breaks, and loses the
 * answers to commits.
 *
 * <p>Promises: each caller gets one answer. An answer is given after the commit that it tells of; a
 * caller that is told of no effect has none, then and later. No request is written twice. Of
 * requests that need the same row the one that came to the store first is written first, also if it
 * was carried over. Of requests in order none is written behind one that was not.
 */
public class LaneScenario implements SimulatedScenario {

  private static final String ANSWERED = "an answer comes after its commit";
  private static final String NOTHING = "a caller told of no effect has none";

  private static final int MOST_CALLERS = 6;
  private static final int MOST_REQUESTS = 4;

  /** The store that the lane writes to. */
  LaneStore store(World world) {
    return new LaneStore(world);
  }

  @Override
  public void run(World world) throws InterruptedException {
    Dice dice = world.dice();
    LaneStore store = store(world);
    LaneSettings settings =
        new LaneSettings(
            (int) dice.between(2, 8),
            (int) dice.between(1, 5),
            Duration.ofMillis(dice.pick(List.of(0L, 8L))),
            Duration.ofSeconds(20));
    Lane<LaneRequest, Integer> lane =
        new Lane<>("lane", settings, store, LaneListener.NONE, LaneRequest::show);
    Node server = world.node("server");
    List<Told> all = new ArrayList<>();
    List<SimulatedTask> callers = new ArrayList<>();
    int count = (int) dice.between(2, MOST_CALLERS);
    for (int i = 0; i < count; i++) {
      boolean inOrder = dice.chance(250);
      Caller caller = new Caller(world, store, lane, all);
      callers.add(world.start(server, "caller-" + i, inOrder ? caller::askInOrder : caller::ask));
    }
    if (dice.chance(300)) {
      callers.add(world.start(server, "interrupter", () -> interrupt(world, callers)));
    }
    if (dice.chance(200)) {
      Thread.sleep(dice.between(0, 30));
    } else {
      for (SimulatedTask caller : List.copyOf(callers)) {
        caller.thread().join();
      }
    }
    lane.close();
    for (SimulatedTask caller : List.copyOf(callers)) {
      caller.thread().join();
    }
    check(world, store, all);
  }

  private static void interrupt(World world, List<SimulatedTask> callers) {
    for (long left = world.dice().between(1, 3); left > 0; left--) {
      SimulatedTask caller = world.dice().pick(callers);
      world.note("interrupts %s", caller);
      caller.thread().interrupt();
      try {
        Thread.sleep(world.dice().between(0, 10));
      } catch (InterruptedException own) {
        return;
      }
    }
  }

  /** A request and what its caller heard. */
  record Told(LaneRequest request, Outcome<Integer> outcome) {}

  /** A caller that asks a few times, alone or for several in order. */
  private record Caller(
      World world, LaneStore store, Lane<LaneRequest, Integer> lane, List<Told> all) {

    void ask() {
      for (long left = world.dice().between(1, MOST_REQUESTS); left > 0; left--) {
        LaneRequest request = store.request();
        world.note("asks for %s", request);
        hear(request, lane.submit(request, patience()));
      }
    }

    void askInOrder() {
      List<LaneRequest> requests = new ArrayList<>();
      for (long left = world.dice().between(2, MOST_REQUESTS); left > 0; left--) {
        requests.add(
            requests.isEmpty() ? store.request() : store.requestBeside(requests.getFirst()));
      }
      world.note("asks in order for %s", requests);
      List<Outcome<Integer>> outcomes = lane.submitInOrder(requests, patience());
      boolean ended = false;
      for (int i = 0; i < requests.size(); i++) {
        boolean written = store.isWritten(requests.get(i));
        world.check(
            !(ended && written),
            "of requests in order none is written behind one that was not",
            "%s was written in %s, %s",
            requests.get(i),
            requests,
            outcomes);
        ended = ended || !written;
        hear(requests.get(i), outcomes.get(i));
      }
    }

    private Duration patience() {
      return Duration.ofMillis(world.dice().pick(List.of(0L, 5L, 40L, 150L, 5_000L)));
    }

    private void hear(LaneRequest request, Outcome<Integer> outcome) {
      world.note("hears %s of %s", outcome, request);
      all.add(new Told(request, outcome));
      switch (outcome) {
        case Outcome.Decided<Integer>(Integer answer) ->
            world.check(
                store.isWritten(request) && store.answer(request) == answer,
                ANSWERED,
                "%s heard %s; written: %s",
                request,
                outcome,
                store.isWritten(request));
        case Outcome.Unknown<Integer> _ -> {}
        case Outcome<Integer> other ->
            world.check(!store.isWritten(request), NOTHING, "%s heard %s", request, other);
      }
    }
  }

  private static void check(World world, LaneStore store, List<Told> all) {
    for (Told told : all) {
      if (!(told.outcome() instanceof Outcome.Decided)
          && !(told.outcome() instanceof Outcome.Unknown)) {
        world.check(!store.isWritten(told.request()), NOTHING, "%s in the end", told);
      }
    }
    world.check(
        all.size() == store.asked(),
        "each caller gets one answer",
        "%d requests, %d answers",
        store.asked(),
        all.size());
    store.checkOrder();
  }
}
