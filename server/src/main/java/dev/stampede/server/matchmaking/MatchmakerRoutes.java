package dev.stampede.server.matchmaking;

import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.metrics.MatchMeters;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The matchmaker for operators: how many wait, and how each profile does. */
public final class MatchmakerRoutes implements RouteSet {

  private final MatchMeters meters;
  private final IntSupplier watchers;
  private final Supplier<String> server;

  /**
   * Looks at what was counted; asks the store nothing.
   *
   * @param watchers how many watch tickets here
   * @param server where this one listens for gRPC
   */
  public MatchmakerRoutes(MatchMeters meters, IntSupplier watchers, Supplier<String> server) {
    this.meters = meters;
    this.watchers = watchers;
    this.server = server;
  }

  @Override
  public void addTo(Routes routes) {
    routes.get("/api/v1/matchmaker", Access.requires(Role.OPERATOR), this::look);
  }

  private Answer look(Request request) {
    return JsonAnswer.ok(
        new MatchmakerReply(
            server.get(),
            MatchmakerReply.TicketsReply.of(meters.counts()),
            watchers.getAsInt(),
            meters.profiles().stream().map(MatchmakerReply.ProfileReply::of).toList()));
  }
}
