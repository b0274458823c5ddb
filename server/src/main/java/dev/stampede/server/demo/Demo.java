package dev.stampede.server.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.TransferId;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.wallet.Wallets;

/** Something to try things with, so that a newcomer sells a seat in the first minute. */
public final class Demo {

  /** Enough for a few dozen seats of the demo show. */
  private static final long POINTS = 10_000;

  private final Shows shows;
  private final Claims claims;
  private final Wallets wallets;
  private final WalletLimits limits;

  public Demo(Shows shows, Claims claims, Wallets wallets, WalletLimits limits) {
    this.shows = shows;
    this.claims = claims;
    this.wallets = wallets;
    this.limits = limits;
  }

  /** A show on sale that anyone can walk into: the newest there is, or a new one. */
  public Show show() {
    return DemoShow.ONE_NIGHT.open(shows, show -> true);
  }

  /** A show with a line, for a crowd to come to: the newest with anything left, or a new one. */
  public Show rush() {
    return DemoShow.THE_RUSH.open(shows, show -> shows.counts(show.id()).free() > 0);
  }

  /**
   * The same, but new. A line that was there before the services were restarted lets nobody in for
   * as long as its people need to come back, and a crowd that is to be watched has none of them.
   */
  public Show newRush() {
    return DemoShow.THE_RUSH.create(shows);
  }

  /**
   * Fills up the buyer's wallet, as far as the limits let it, unless half of that is still there.
   * Returns what it then has.
   */
  public long fill(Buyer buyer) {
    long has = wallets.balance(buyer);
    long wanted = Math.min(POINTS, Math.min(limits.maxTopUp(), limits.maxBalance())) - has;
    if (wanted <= has) {
      return has;
    }
    TransferId id = TransferId.fresh(shows.now().toEpochMilli());
    Operation once =
        Operation.of(buyer, "demo", id.toString(), Long.toString(wanted).getBytes(UTF_8));
    ClaimOutcome outcome = claims.claim(new Claim.TopUp(buyer, once, id, wanted, buyer));
    return outcome instanceof ClaimOutcome.ToppedUp filled ? filled.balance() : has;
  }
}
