package dev.stampede.server.hold;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Reply;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import java.time.InstantSource;
import java.util.Optional;

/** Claiming seats, looking at one's holds, giving them back: all of it for buyers alone. */
public final class HoldRoutes implements RouteSet {

  static final String HOLDS = "/api/v1/holds";
  private static final String SHOWS = "/api/v1/shows/";
  private static final Access BUYER = Access.requires(Role.BUYER);

  private final Claims claims;
  private final Holds holds;
  private final ShowCache shows;
  private final InstantSource clock;
  private final ClaimAnswers answers;
  private final HoldList list;

  /**
   * The routes.
   *
   * @param live what is listed
   * @param clock what answers carry as now
   */
  public HoldRoutes(
      Claims claims, Holds holds, LiveHolds live, ShowCache shows, InstantSource clock) {
    this.claims = claims;
    this.holds = holds;
    this.shows = shows;
    this.clock = clock;
    this.answers = new ClaimAnswers(clock);
    this.list = new HoldList(live);
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .post(SHOWS + "{id}/holds", BUYER, this::claim)
        .get(HOLDS, BUYER, this::list)
        .get(HOLDS + "/{id}", BUYER, this::read)
        .delete(HOLDS + "/{id}", BUYER, this::release);
  }

  private Answer claim(Request request) {
    Optional<Show> show = ShowId.parse(request.pathParameter("id")).flatMap(shows::find);
    if (show.isEmpty()) {
      return ShowRoutes.noSuchShow();
    }
    Optional<String> key = request.singleHeader(IdempotencyKey.HEADER);
    if (key.isPresent() && !IdempotencyKey.isGood(key.get())) {
      return Problem.of(
          ProblemType.MALFORMED_REQUEST,
          "Idempotency-Key has %d characters; give 1..%d printable ASCII ones"
              .formatted(key.get().length(), IdempotencyKey.MAX_CHARS));
    }
    return switch (new WantedSeats(show.get()).read(request.json())) {
      case WantedSeats.Read.Bad bad -> bad.problem();
      case WantedSeats.Read.Good good -> {
        Claim claim =
            new Claim.Hold(
                show.get().id(),
                buyer(request),
                key.map(named -> operation(request, show.get().id(), named)),
                HoldId.fresh(clock.millis()),
                good.wanted());
        yield answers.of(claims.claim(claim), show.get().map());
      }
    };
  }

  /** The path is spelled anew, so that an encoded spelling of it is the same operation. */
  private static Operation operation(Request request, ShowId show, String key) {
    return Operation.of(
        buyer(request), "POST " + SHOWS + show + "/holds", key, request.jsonBytes());
  }

  private Answer list(Request request) {
    return list.answer(request, buyer(request), this::reply);
  }

  private Answer read(Request request) {
    Optional<Holds.Found> found = find(request);
    if (found.isEmpty()) {
      return ClaimAnswers.noSuchHold();
    }
    return switch (found.get()) {
      case Holds.Found.Live live -> Reply.ok(reply(live.hold()));
      case Holds.Found.Ended ended ->
          Problem.of(
                  ProblemType.HOLD_EXPIRED,
                  "the hold has ended, by its time or by your hand; claim the seats again")
              .with("expiresAt", ended.hold().expiresAt());
    };
  }

  /** What has expired is given back too: it tells that its buyer does not want it any more. */
  private Answer release(Request request) {
    Optional<Holds.Found> found = find(request);
    if (found.isEmpty()) {
      return ClaimAnswers.noSuchHold();
    }
    HeldSeats hold =
        switch (found.get()) {
          case Holds.Found.Live live -> live.hold();
          case Holds.Found.Ended ended -> ended.hold();
        };
    Claim claim = new Claim.Release(hold.show(), buyer(request), Optional.empty(), hold.id());
    return answers.of(claims.claim(claim), map(hold));
  }

  private Optional<Holds.Found> find(Request request) {
    return HoldId.parse(request.pathParameter("id")).flatMap(id -> holds.find(id, buyer(request)));
  }

  private HoldReply reply(HeldSeats hold) {
    return HoldReply.of(hold, map(hold), clock.instant());
  }

  private SeatMap map(HeldSeats hold) {
    return shows
        .find(hold.show())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "hold %s is of show %s, which does not exist"
                        .formatted(hold.id(), hold.show())))
        .map();
  }

  private static Buyer buyer(Request request) {
    return new Buyer(request.caller().sub());
  }
}
