package dev.stampede.bench.matching;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendSettings;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.Assignment;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A backend that ticks when it is told to, on a store of its own; one against one, any with any.
 */
final class TickingBackend implements AutoCloseable {

  private final TicketStore store;
  private final Backend backend;
  private final LongAdder assigned;

  TickingBackend(TicketStore store, int ticketsPerTick, LongAdder assigned) {
    this.store = store;
    this.assigned = assigned;
    this.backend =
        new Backend(
            store,
            List.of(
                new MatchPlan(
                    MatchProfile.forEverybody("1v1"),
                    new OneVersusOne(),
                    Assigner.fixed(Assignment.to("game.example:7777")))),
            BackendSettings.DEFAULT.claiming(ticketsPerTick));
  }

  /** Ticks once and returns the number of tickets that were assigned. */
  int tick() throws InterruptedException {
    int now = backend.tick().assigned();
    assigned.add(now);
    return now;
  }

  @Override
  public void close() {
    store.close();
  }
}
