package dev.stampede.server.hold;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.claim.ClaimAnswers;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.IdempotentOperations;
import dev.stampede.server.claim.PassHeader;
import dev.stampede.server.claim.WantedSeats;
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
import java.time.InstantSource;
import java.util.Optional;

/** Routes for buyers: claim seats, read their own holds, release them. */
public final class HoldRoutes implements RouteSet {

  private static final String HOLDS = "/api/v1/holds";
  private static final String SHOWS = "/api/v1/shows/";
  private static final Access BUYER = Access.requires(Role.BUYER);

  private final ClaimEndpoint endpoint;
  private final PassHeader passes;
  private final Holds holds;
  private final ShowCache shows;
  private final InstantSource clock;
  private final HoldList list;

  /**
   * Creates the routes.
   *
   * @param clock gives the time that new ids begin with
   */
  public HoldRoutes(
      ClaimEndpoint endpoint,
      PassHeader passes,
      Holds holds,
      ShowCache shows,
      InstantSource clock) {
    this.endpoint = endpoint;
    this.passes = passes;
    this.holds = holds;
    this.shows = shows;
    this.clock = clock;
    this.list = new HoldList(holds);
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .claim("POST", SHOWS + "{id}/holds", BUYER, endpoint.limited(HoldRoutes::show, this::claim))
        .get(HOLDS, BUYER, this::list)
        .get(HOLDS + "/{id}", BUYER, this::read)
        .claim("DELETE", HOLDS + "/{id}", BUYER, endpoint.limited(_ -> HOLDS, this::release));
  }

  private Answer claim(Request request) {
    Optional<Show> show = show(request).flatMap(shows::find);
    if (show.isEmpty()) {
      return ShowRoutes.noSuchShow();
    }
    ShowId id = show.get().id();
    Optional<Operation> operation = IdempotentOperations.of(request, SHOWS + id + "/holds");
    ShownPass pass = passes.read(request, show.get());
    Fields body = Fields.of(request.json()).knowing(WantedSeats.NAMES);
    return switch (new WantedSeats(show.get()).read(body)) {
      case WantedSeats.Read.Bad bad -> bad.problem();
      case WantedSeats.Read.Good good ->
          endpoint.claim(
              new Claim.Hold(
                  id,
                  buyer(request),
                  operation,
                  HoldId.fresh(clock.millis()),
                  good.wanted(),
                  pass));
    };
  }

  private static Optional<ShowId> show(Request request) {
    return ShowId.parse(request.pathParameter("id"));
  }

  private Answer list(Request request) {
    return list.answer(request, buyer(request), endpoint.replies()::of);
  }

  private Answer read(Request request) {
    Optional<Holds.Found> found = find(request);
    if (found.isEmpty()) {
      return ClaimAnswers.noSuchHold();
    }
    return switch (found.get()) {
      case Holds.Found.Live live -> JsonAnswer.ok(endpoint.replies().of(live.hold()));
      case Holds.Found.Ended ended ->
          Problem.of(
                  ProblemType.HOLD_EXPIRED,
                  "the hold has expired or you released it; claim the seats again")
              .with("expiresAt", ended.hold().expiresAt());
      case Holds.Found.Paid paid -> ClaimAnswers.holdPaid(paid.booking());
    };
  }

  /** Releases a hold, even an expired one: it says that its buyer does not want it any more. */
  private Answer release(Request request) {
    Optional<Holds.Found> found = find(request);
    if (found.isEmpty()) {
      return ClaimAnswers.noSuchHold();
    }
    HeldSeats hold =
        switch (found.get()) {
          case Holds.Found.Live live -> live.hold();
          case Holds.Found.Ended ended -> ended.hold();
          case Holds.Found.Paid paid -> paid.hold();
        };
    return endpoint.claim(
        new Claim.Release(hold.show(), buyer(request), Optional.empty(), hold.id()));
  }

  private Optional<Holds.Found> find(Request request) {
    return HoldId.parse(request.pathParameter("id")).flatMap(id -> holds.find(id, buyer(request)));
  }

  private static Buyer buyer(Request request) {
    return new Buyer(request.caller().sub());
  }
}
