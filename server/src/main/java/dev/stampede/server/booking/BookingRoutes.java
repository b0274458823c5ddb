package dev.stampede.server.booking;

import dev.stampede.engine.claim.Booking;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Bookings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.TransferId;
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
import dev.stampede.server.http.Preferences;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.operation.RequestAcceptor;
import dev.stampede.server.show.ShowCache;
import dev.stampede.server.show.ShowRoutes;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Paying for seats, looking at one's bookings, giving them back. */
public final class BookingRoutes implements RouteSet {

  private static final String BOOKINGS = "/api/v1/bookings";
  private static final Access BUYER = Access.requires(Role.BUYER);
  private static final Access OWNER_OR_OPERATOR = Access.requires(Role.BUYER, Role.OPERATOR);

  private final ClaimEndpoint endpoint;
  private final RequestAcceptor later;
  private final PassHeader passes;
  private final Holds holds;
  private final Bookings bookings;
  private final ShowCache shows;
  private final InstantSource clock;
  private final BookingList list;

  /** The stores in which the ids of a request are looked up. */
  public record Stores(Holds holds, Bookings bookings, ShowCache shows) {}

  /**
   * The routes.
   *
   * @param later takes what may be answered later
   * @param clock tells the time that new ids begin with
   */
  public BookingRoutes(
      ClaimEndpoint endpoint,
      RequestAcceptor later,
      PassHeader passes,
      Stores stores,
      InstantSource clock) {
    this.endpoint = endpoint;
    this.later = later;
    this.passes = passes;
    this.holds = stores.holds();
    this.bookings = stores.bookings();
    this.shows = stores.shows();
    this.clock = clock;
    this.list = new BookingList(bookings, endpoint.replies());
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .claim(
            "POST",
            BOOKINGS,
            Access.requires(Role.BUYER, Role.SHOP),
            endpoint.limited(BookingRoutes::share, this::book))
        .get(BOOKINGS, BUYER, request -> list.answer(request, caller(request)))
        .get(BOOKINGS + "/{id}", OWNER_OR_OPERATOR, this::read)
        .claim(
            "POST",
            BOOKINGS + "/{id}/cancel",
            OWNER_OR_OPERATOR,
            endpoint.limited(_ -> BOOKINGS, this::cancel));
  }

  /** The show, where it is named: whose hold is to be paid is not known before it is looked up. */
  private static Object share(Request request) {
    JsonNode show = request.json().path("showId");
    return show.isString() ? ShowId.parse(show.stringValue()) : BOOKINGS;
  }

  private Answer book(Request request) {
    Optional<Operation> operation = IdempotentOperations.of(request, BOOKINGS);
    Set<Role> roles = request.caller().roles();
    BookingWish.Rights rights =
        new BookingWish.Rights(roles.contains(Role.BUYER), roles.contains(Role.SHOP));
    return switch (BookingWish.read(request.json(), rights)) {
      case BookingWish.Refused refused -> refused.problem();
      case BookingWish.PayWithPoints(String id) ->
          hold(id)
              .filter(hold -> hold.buyer().equals(caller(request)))
              .map(hold -> pay(request, hold, operation))
              .orElseGet(ClaimAnswers::noSuchHold);
      case BookingWish.PaidOutside(String id, Payment.Outside payment) ->
          hold(id)
              .map(hold -> endpoint.claim(paying(hold, operation, payment)))
              .orElseGet(ClaimAnswers::noSuchHold);
      case BookingWish.Buy(String id, Fields body) ->
          ShowId.parse(id)
              .flatMap(shows::find)
              .map(show -> buy(request, show, operation, body))
              .orElseGet(ShowRoutes::noSuchShow);
    };
  }

  private Optional<HeldSeats> hold(String id) {
    return HoldId.parse(id).flatMap(holds::find);
  }

  private Answer pay(Request request, HeldSeats hold, Optional<Operation> operation) {
    Claim.Book claim = paying(hold, operation, new Payment.Points());
    Optional<Show> show = shows.find(hold.show());
    return show.isPresent() && Preferences.asksForLater(request)
        ? later.accept(claim, hold, show.get().map())
        : endpoint.claim(claim);
  }

  /** A hold never changes hands: whose it was when it was looked up, it is when this is decided. */
  private Claim.Book paying(HeldSeats hold, Optional<Operation> operation, Payment payment) {
    return new Claim.Book(
        hold.show(), hold.buyer(), operation, BookingId.fresh(clock.millis()), hold.id(), payment);
  }

  private Answer buy(Request request, Show show, Optional<Operation> operation, Fields body) {
    ShownPass pass = passes.read(request, show);
    return switch (new WantedSeats(show).read(body)) {
      case WantedSeats.Read.Bad bad -> bad.problem();
      case WantedSeats.Read.Good good ->
          buy(
              request,
              show,
              new Claim.Buy(
                  show.id(),
                  caller(request),
                  operation,
                  BookingId.fresh(clock.millis()),
                  HoldId.fresh(clock.millis()),
                  good.wanted(),
                  pass));
    };
  }

  /** Without a good pass where one is needed there is a stored answer at best, and that at once. */
  private Answer buy(Request request, Show show, Claim.Buy claim) {
    return claim.pass().refusalInAdvance().isEmpty() && Preferences.asksForLater(request)
        ? later.accept(claim, show.map())
        : endpoint.claim(claim);
  }

  private Answer read(Request request) {
    return findFor(request)
        .<Answer>map(booking -> JsonAnswer.ok(endpoint.replies().of(booking)))
        .orElseGet(ClaimAnswers::noSuchBooking);
  }

  private Answer cancel(Request request) {
    request.jsonIfAny().ifPresent(body -> Fields.of(body).knowing(Set.of()).requireGood());
    return findFor(request)
        .map(booking -> cancel(request, booking))
        .orElseGet(ClaimAnswers::noSuchBooking);
  }

  private Answer cancel(Request request, Booking booking) {
    return endpoint.claim(
        new Claim.Cancel(
            booking.show(),
            booking.buyer(),
            IdempotentOperations.withoutBody(request, BOOKINGS + "/" + booking.id() + "/cancel"),
            booking.id(),
            TransferId.fresh(clock.millis()),
            caller(request)));
  }

  /** An operator's business is everybody's; all others have their own. */
  private Optional<Booking> findFor(Request request) {
    boolean anybodys = request.caller().roles().contains(Role.OPERATOR);
    return BookingId.parse(request.pathParameter("id"))
        .flatMap(bookings::find)
        .filter(booking -> anybodys || booking.buyer().equals(caller(request)));
  }

  private static Buyer caller(Request request) {
    return new Buyer(request.caller().sub());
  }
}
