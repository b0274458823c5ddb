package dev.stampede.server.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.EventStream;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowRoutes;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Getting in line, asking where one stands, watching it, and going away again. */
public final class QueueRoutes implements RouteSet {

  /** The header for the token that a buyer was given with a place. */
  static final String PLACE = "Stampede-Place";

  private static final String QUEUE = "/api/v1/shows/{id}/queue";
  private static final Access BUYER = Access.requires(Role.BUYER);

  private final WaitingRooms rooms;
  private final PlaceStreams streams;
  private final QueueLimits limits;
  private final InstantSource clock;

  /**
   * The routes.
   *
   * @param clock tells what answers carry as now
   */
  public QueueRoutes(
      WaitingRooms rooms, PlaceStreams streams, QueueLimits limits, InstantSource clock) {
    this.rooms = rooms;
    this.streams = streams;
    this.limits = limits;
    this.clock = clock;
  }

  static String path(ShowId show) {
    return QUEUE.replace("{id}", show.toString());
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .post(QUEUE, BUYER, request -> within(request, this::join))
        .get(QUEUE, BUYER, request -> within(request, this::look))
        .delete(QUEUE, BUYER, request -> within(request, this::leave))
        .get(QUEUE + "/stream", BUYER, request -> within(request, this::stream));
  }

  /** Answers about the show in the path if its id can be one, unless the client asks too often. */
  private Answer within(Request request, BiFunction<Request, ShowId, Answer> answer) {
    Optional<Problem> tooOften = limits.refusal(request);
    if (tooOften.isPresent()) {
      return tooOften.get();
    }
    return ShowId.parse(request.pathParameter("id"))
        .map(show -> answer.apply(request, show))
        .orElseGet(ShowRoutes::noSuchShow);
  }

  private Answer join(Request request, ShowId show) {
    request.jsonIfAny().ifPresent(body -> Fields.of(body).knowing(Set.of()).requireGood());
    return withPlace(
        request,
        place -> QueueAnswers.of(show, rooms.join(show, buyer(request), place), clock.instant()));
  }

  private Answer look(Request request, ShowId show) {
    return withPlace(
        request,
        place -> QueueAnswers.of(show, rooms.look(show, buyer(request), place), clock.instant()));
  }

  private Answer leave(Request request, ShowId show) {
    return QueueAnswers.of(show, rooms.leave(show, buyer(request)));
  }

  /**
   * Streams a buyer's place. A buyer who is not in line, or whose place cannot be told, gets the
   * same answer as from any other call.
   */
  private Answer stream(Request request, ShowId show) {
    Buyer buyer = buyer(request);
    Optional<Problem> full = streams.refusal(show, buyer);
    if (full.isPresent()) {
      return full.get();
    }
    return withPlace(
        request,
        place ->
            switch (rooms.look(show, buyer, place)) {
              case QueueOutcome.Waiting now ->
                  new EventStream(sink -> streams.watch(show, buyer, now, sink));
              case QueueOutcome.Admitted now ->
                  new EventStream(sink -> streams.watch(show, buyer, now, sink));
              case QueueOutcome other -> QueueAnswers.of(show, other, clock.instant());
            });
  }

  /**
   * Answers with the place token of the request. Text that is no token of ours counts as none; text
   * that is longer than any token is a mistake.
   */
  private static Answer withPlace(Request request, Function<Optional<String>, Answer> answer) {
    Optional<String> place = request.singleHeader(PLACE);
    return place.isPresent() && place.get().length() > Keyring.MAX_TOKEN_CHARS
        ? Problem.invalidField(
            PLACE,
            "the header %s has %d characters; send the placeToken as you got it, at most %d"
                .formatted(PLACE, place.get().length(), Keyring.MAX_TOKEN_CHARS))
        : answer.apply(place);
  }

  private static Buyer buyer(Request request) {
    return new Buyer(request.caller().sub());
  }
}
