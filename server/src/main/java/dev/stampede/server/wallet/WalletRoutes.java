package dev.stampede.server.wallet;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.wallet.Wallets;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.Role;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.claim.IdempotentOperations;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** A buyer's points: how many there are, what became of them, and more of them. */
public final class WalletRoutes implements RouteSet {

  private static final String WALLET = "/api/v1/wallet";
  private static final String WALLETS = "/api/v1/wallets/";
  private static final String TOP_UPS = "/top-ups";
  private static final Access BUYER = Access.requires(Role.BUYER);

  private final ClaimEndpoint endpoint;
  private final Wallets wallets;
  private final WalletSettings settings;
  private final InstantSource clock;
  private final EntryList entries;

  public WalletRoutes(
      ClaimEndpoint endpoint, Wallets wallets, WalletSettings settings, InstantSource clock) {
    this.endpoint = endpoint;
    this.wallets = wallets;
    this.settings = settings;
    this.clock = clock;
    this.entries = new EntryList(wallets, endpoint.replies().freshness());
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get(WALLET, BUYER, this::balance)
        .get(WALLET + "/entries", BUYER, request -> entries.answer(request, caller(request)))
        .claim("POST", WALLET + TOP_UPS, BUYER, endpoint.limited(_ -> TOP_UPS, this::topUpMine))
        .claim(
            "POST",
            WALLETS + "{buyer}" + TOP_UPS,
            Access.requires(Role.OPERATOR, Role.SHOP),
            endpoint.limited(_ -> TOP_UPS, this::topUpAnothers));
  }

  /** The number of points that a buyer has. */
  record WalletReply(long balance) {}

  private Answer balance(Request request) {
    return JsonAnswer.ok(new WalletReply(wallets.balance(caller(request))));
  }

  private Answer topUpMine(Request request) {
    return settings.selfTopUp()
        ? topUp(request, caller(request), WALLET + TOP_UPS)
        : Problem.of(
            ProblemType.FORBIDDEN,
            "buyers cannot top up their own wallets here (STAMPEDE_SELF_TOP_UP is off); ask an"
                + " operator or a shop");
  }

  /** There need not have been anything of that buyer's before: buyers are who tokens say. */
  private Answer topUpAnothers(Request request) {
    String buyer = request.pathParameter("buyer");
    return Caller.isSub(buyer)
        ? topUp(request, new Buyer(buyer), WALLETS + buyer + TOP_UPS)
        : Problem.of(
            ProblemType.NOT_FOUND,
            "no buyer can have this name; a buyer's name has 1..%d printable characters"
                .formatted(Caller.MAX_SUB_CHARS));
  }

  private Answer topUp(Request request, Buyer wallet, String path) {
    Operation operation = IdempotentOperations.required(request, path);
    Fields body = Fields.of(request.json()).knowing(Set.of("amount"));
    Optional<Long> amount = body.whole("amount", 1, settings.limits().maxTopUp()).required();
    body.requireGood();
    return endpoint.claim(
        new Claim.TopUp(
            wallet,
            operation,
            TransferId.fresh(clock.millis()),
            amount.orElseThrow(),
            caller(request)));
  }

  private static Buyer caller(Request request) {
    return new Buyer(request.caller().sub());
  }
}
