package dev.stampede.server;

import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.booking.BookingList;
import dev.stampede.server.booking.BookingRoutes;
import dev.stampede.server.buyer.BuyerRoutes;
import dev.stampede.server.consumers.ConsumerRoutes;
import dev.stampede.server.docs.DocsRoutes;
import dev.stampede.server.health.HealthRoutes;
import dev.stampede.server.hold.HoldRoutes;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.jobs.JobRoutes;
import dev.stampede.server.logging.LoggingRoutes;
import dev.stampede.server.metrics.MetricsRoutes;
import dev.stampede.server.pages.PageRoutes;
import dev.stampede.server.refund.RefundRoutes;
import dev.stampede.server.sale.ExtensionRoutes;
import dev.stampede.server.sale.SaleRoutes;
import dev.stampede.server.seats.SeatRoutes;
import dev.stampede.server.session.DevelopmentRoutes;
import dev.stampede.server.session.SessionRoutes;
import dev.stampede.server.show.ShowRoutes;
import dev.stampede.server.waitingroom.ProofRoutes;
import dev.stampede.server.waitingroom.QueueLimits;
import dev.stampede.server.waitingroom.QueueRoutes;
import dev.stampede.server.wallet.EntryList;
import dev.stampede.server.wallet.WalletRoutes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** All routes of a server, over the parts of {@link Wiring}. */
final class ApiRoutes {

  private final Wiring wiring;

  private ApiRoutes(Wiring wiring) {
    this.wiring = wiring;
  }

  /**
   * The routes over these parts.
   *
   * @param ready says whether the server takes requests
   */
  static List<RouteSet> over(Wiring wiring, BooleanSupplier ready) {
    ApiRoutes routes = new ApiRoutes(wiring);
    List<RouteSet> all = new ArrayList<>();
    all.addAll(routes.ofPages(ready));
    all.addAll(routes.ofBuyers());
    all.addAll(routes.ofOperators());
    if (wiring.settings.auth() instanceof AuthSettings.Development own) {
      all.add(new DevelopmentRoutes(new DevelopmentIssuer(own, wiring.time)));
    }
    return all;
  }

  private List<RouteSet> ofPages(BooleanSupplier ready) {
    return List.of(
        new PageRoutes(),
        new DocsRoutes(),
        new HealthRoutes(wiring.health, ready),
        new MetricsRoutes(wiring.metrics),
        new SessionRoutes(wiring.cookies));
  }

  private List<RouteSet> ofBuyers() {
    Wiring w = wiring;
    Freshness freshness = w.reads.freshness();
    return List.of(
        new ShowRoutes(w.shows, w.showCache, w.claims.boards(), w.clock, freshness),
        new SeatRoutes(
            w.claims.boards(), w.streams.seats(), w.showCache::exists, w.clock, freshness),
        new QueueRoutes(
            w.waitingRoom.rooms(),
            w.streams.places(),
            new QueueLimits(w.settings.rooms().rates(), w.overrides.nanos()),
            w.clock),
        new HoldRoutes(w.endpoint, w.passes, w.holds, w.showCache, w.clock),
        new BookingRoutes(
            w.endpoint,
            w.requests.acceptor(),
            w.passes,
            new BookingRoutes.Stores(w.holds, w.bookings, w.showCache),
            w.clock),
        w.requests.routes(),
        new WalletRoutes(w.endpoint, w.wallets, w.settings.claims().wallets(), w.clock),
        new ProofRoutes(w.draws, w.showCache, w.clock),
        new BuyerRoutes(
            w.holds,
            w.wallets,
            w.endpoint.replies(),
            new BookingList(w.bookings, w.endpoint.replies()),
            new EntryList(w.wallets, freshness),
            w.clock));
  }

  private List<RouteSet> ofOperators() {
    Wiring w = wiring;
    return List.of(
        new RefundRoutes(w.refunds),
        new ExtensionRoutes(w.holdExtender, w.showCache, w.clock),
        new SaleRoutes(
            w.saleView.overviews(),
            w.saleView.history(),
            w.saleView.streams(),
            w.showCache,
            w.clock),
        new JobRoutes(w.jobs.admin()),
        new ConsumerRoutes(List.of(w.statistics.admin())),
        w.matchmaker.routes(),
        w.alerts.routes(),
        new LoggingRoutes(w.name, w.claims.refusals()));
  }
}
