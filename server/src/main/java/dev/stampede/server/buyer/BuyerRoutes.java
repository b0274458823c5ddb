package dev.stampede.server.buyer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.Holds;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.Role;
import dev.stampede.server.booking.BookingList;
import dev.stampede.server.claim.HoldReply;
import dev.stampede.server.claim.Replies;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import dev.stampede.server.wallet.EntryList;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Looks a buyer up for an operator. Every name that a token may carry is a buyer: for one that
 * nobody has heard of the answer is empty, not an error.
 */
public final class BuyerRoutes implements RouteSet {

  private static final String BUYER = "/api/v1/buyers/{buyer}";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);

  /** More live holds than anybody has; what is beyond is only said to be there. */
  private static final int MAX_HOLDS = 100;

  private final Holds holds;
  private final Wallets wallets;
  private final Replies replies;
  private final BookingList bookings;
  private final EntryList entries;
  private final InstantSource clock;

  /**
   * The routes.
   *
   * @param clock what answers carry as now
   */
  public BuyerRoutes(
      Holds holds,
      Wallets wallets,
      Replies replies,
      BookingList bookings,
      EntryList entries,
      InstantSource clock) {
    this.holds = holds;
    this.wallets = wallets;
    this.replies = replies;
    this.bookings = bookings;
    this.entries = entries;
    this.clock = clock;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(BUYER, OPERATOR, request -> of(request, (_, buyer) -> shown(buyer)))
        .get(BUYER + "/bookings", OPERATOR, request -> of(request, bookings::answer))
        .get(BUYER + "/entries", OPERATOR, request -> of(request, entries::answer));
  }

  private static Answer of(Request request, BiFunction<Request, Buyer, Answer> answer) {
    String name = request.pathParameter("buyer");
    return Caller.isSub(name)
        ? answer.apply(request, new Buyer(name))
        : Problem.of(
            ProblemType.NOT_FOUND,
            "no buyer can have this name; a buyer's name has 1..%d printable characters"
                .formatted(Caller.MAX_SUB_CHARS));
  }

  /**
   * A buyer as far as we know them.
   *
   * @param moreHolds whether there are live holds beyond those shown
   */
  record BuyerReply(
      String buyer, long balance, List<HoldReply> holds, boolean moreHolds, Instant now) {
    BuyerReply {
      holds = List.copyOf(holds);
    }
  }

  private Answer shown(Buyer buyer) {
    List<HeldSeats> live = holds.live(buyer, Optional.empty(), MAX_HOLDS + 1);
    return JsonAnswer.ok(
        new BuyerReply(
            buyer.sub(),
            wallets.balance(buyer),
            live.stream().limit(MAX_HOLDS).map(replies::of).toList(),
            live.size() > MAX_HOLDS,
            clock.instant()));
  }
}
