package dev.stampede.server.demo;

import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowRoutes;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/** Calling a demo crowd, watching it and sending it home; only where there is one to call. */
public final class CrowdRoutes implements RouteSet {

  private static final String CROWD = "/api/v1/demo/crowd";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);
  private static final int MAX_ID_CHARS = 64;

  private final DemoCrowd crowd;
  private final IntSupplier port;
  private final Predicate<ShowId> exists;

  /**
   * The routes.
   *
   * @param port where the crowd is to come to, known once the server listens
   * @param exists whether there is such a show
   */
  public CrowdRoutes(DemoCrowd crowd, IntSupplier port, Predicate<ShowId> exists) {
    this.crowd = crowd;
    this.port = port;
    this.exists = exists;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(CROWD, OPERATOR, request -> JsonAnswer.ok(crowd.status()))
        .post(CROWD, OPERATOR, this::start)
        .delete(CROWD, OPERATOR, request -> stop());
  }

  private Answer start(Request request) {
    Fields fields = Fields.of(request.json()).knowing(Set.of("showId", "buyers"));
    Optional<String> wanted = fields.text("showId", 1, MAX_ID_CHARS).required();
    Optional<Long> buyers = fields.whole("buyers", 1, DemoCrowd.MAX_BUYERS).required();
    fields.requireGood();
    Optional<ShowId> show = wanted.flatMap(ShowId::parse).filter(exists);
    if (show.isEmpty()) {
      return ShowRoutes.noSuchShow();
    }
    return crowd.start(port.getAsInt(), show.get(), buyers.orElseThrow().intValue())
        ? JsonAnswer.of(202, crowd.status())
        : Problem.of(
            ProblemType.CROWD_RUNNING,
            "a demo crowd is already running; wait for its end or stop it with DELETE " + CROWD);
  }

  private Answer stop() {
    try {
      crowd.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return JsonAnswer.noContent();
  }
}
