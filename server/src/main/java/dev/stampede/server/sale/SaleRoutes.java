package dev.stampede.server.sale;

import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.EventStream;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import java.time.InstantSource;
import java.util.function.Function;

/** The routes on which an operator watches a show being sold. */
public final class SaleRoutes implements RouteSet {

  private static final String SALE = "/api/v1/shows/{id}/sale";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);

  private final SaleOverviews overviews;
  private final SaleHistory history;
  private final SaleStreams streams;
  private final ShowCache shows;
  private final InstantSource clock;

  /**
   * The routes.
   *
   * @param clock what answers carry as now
   */
  public SaleRoutes(
      SaleOverviews overviews,
      SaleHistory history,
      SaleStreams streams,
      ShowCache shows,
      InstantSource clock) {
    this.overviews = overviews;
    this.history = history;
    this.streams = streams;
    this.shows = shows;
    this.clock = clock;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(SALE, OPERATOR, request -> of(request, show -> JsonAnswer.ok(overviews.look(show))))
        .get(SALE + "/history", OPERATOR, request -> of(request, this::history))
        .get(
            SALE + "/stream",
            OPERATOR,
            request -> of(request, show -> stream(request.caller().sub(), show)));
  }

  private Answer of(Request request, Function<Show, Answer> answer) {
    return ShowId.parse(request.pathParameter("id"))
        .flatMap(shows::find)
        .map(answer)
        .orElseGet(ShowRoutes::noSuchShow);
  }

  private Answer history(Show show) {
    return JsonAnswer.ok(HistoryReply.of(show.id(), clock.instant(), history.of(show.id())));
  }

  private Answer stream(String operator, Show show) {
    return streams
        .refusal(operator)
        .<Answer>map(full -> full)
        .orElseGet(
            () -> new EventStream(sink -> streams.watch(operator, show.id(), shows::find, sink)));
  }
}
