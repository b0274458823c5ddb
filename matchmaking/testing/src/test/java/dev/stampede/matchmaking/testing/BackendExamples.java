package dev.stampede.matchmaking.testing;

import dev.stampede.matchmaking.backend.Backend;
import dev.stampede.matchmaking.backend.BackendSettings;
import dev.stampede.matchmaking.backend.TickSummary;
import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.match.MatchFunction;
import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The test language for examples of backends: a real store, and plans for its tickets. */
abstract class BackendExamples {

  static final Duration SOON = Duration.ofSeconds(30);
  static final Duration LONG = Duration.ofMinutes(1);
  static final BackendSettings DEFAULT = BackendSettings.DEFAULT;
  static final Assigner HERE = Assigner.fixed(Assignment.to("here"));
  static final TickSummary NOTHING = new TickSummary(0, false, 0, 0, 0);

  final SharedStore store = new SharedStore(TicketSettings.DEFAULT);

  @AfterEach
  void close() {
    store.close();
    store.forget();
  }

  TickSummary tick(MatchPlan... plans) throws InterruptedException {
    return new Backend(store.leases(), List.of(plans), DEFAULT).tick();
  }

  static MatchPlan plan(String name, MatchFunction function, Assigner assigner) {
    return new MatchPlan(MatchProfile.forEverybody(name), function, assigner);
  }

  static Match match(String id, Collection<Ticket> tickets, double score) {
    return new Match(id, "all", new ArrayList<>(tickets), score, Map.of());
  }
}
