package dev.stampede.server.sale;

import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.sale.HoldExtender;
import dev.stampede.engine.sale.HoldExtender.Outcome;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.claim.IdempotentOperations;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** The route on which an operator gives all buyers who hold seats of a show more time. */
public final class ExtensionRoutes implements RouteSet {

  private static final String SHOWS = "/api/v1/shows/";
  private static final String EXTEND = "/holds/extend";
  private static final Duration MOST = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofSeconds(1);

  private final HoldExtender extender;
  private final ShowCache shows;
  private final InstantSource clock;

  /**
   * The routes.
   *
   * @param clock what answers carry as now
   */
  public ExtensionRoutes(HoldExtender extender, ShowCache shows, InstantSource clock) {
    this.extender = extender;
    this.shows = shows;
    this.clock = clock;
  }

  @Override
  public void addTo(Routes routes) {
    routes.post(SHOWS + "{id}" + EXTEND, Access.requires(Role.OPERATOR), this::extend);
  }

  /**
   * The result of an extension.
   *
   * @param clipped the number of holds that got less than that, or nothing, because they would end
   *     too late
   */
  record ExtensionReply(int extended, long seconds, int clipped, Instant now) {}

  private Answer extend(Request request) {
    Optional<ShowId> show =
        ShowId.parse(request.pathParameter("id")).flatMap(shows::find).map(Show::id);
    if (show.isEmpty()) {
      return ShowRoutes.noSuchShow();
    }
    Optional<Operation> operation = IdempotentOperations.of(request, SHOWS + show.get() + EXTEND);
    Fields body = Fields.of(request.json()).knowing(Set.of("seconds"));
    Optional<Long> seconds = body.whole("seconds", 1, MOST.toSeconds()).required();
    body.requireGood();
    Duration by = Duration.ofSeconds(seconds.orElseThrow());
    return answer(extender.extend(show.get(), by, operation), by, operation.isPresent());
  }

  private Answer answer(Outcome outcome, Duration by, boolean hasKey) {
    return switch (outcome) {
      case Outcome.Extended extended -> JsonAnswer.ok(reply(extended, by));
      case Outcome.Replayed(Outcome.Extended before) ->
          JsonAnswer.ok(reply(before, by)).header("Idempotency-Replayed", "true");
      case Outcome.OperationMismatch() ->
          Problem.of(
              ProblemType.IDEMPOTENCY_MISMATCH,
              "this Idempotency-Key was used with another body; use a new key for a new request");
      case Outcome.Unfinished(int holds) ->
          Problem.of(
                  ProblemType.OVERLOADED,
                  "%d holds were extended before the time limit; %s"
                      .formatted(
                          holds,
                          hasKey
                              ? "repeat it with the same key to extend the other holds"
                              : "a repeat would extend these again, so send an Idempotency-Key"
                                  + " next time"))
              .with("extended", holds)
              .retryAfter(SOON);
    };
  }

  private ExtensionReply reply(Outcome.Extended extended, Duration by) {
    return new ExtensionReply(
        extended.holds(), by.toSeconds(), extended.clipped(), clock.instant());
  }
}
