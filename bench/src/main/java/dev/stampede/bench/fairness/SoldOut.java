package dev.stampede.bench.fairness;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.services.BenchServices;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everybody asks for the best seats of a show that has none left: how fast do they hear no? */
record SoldOut(BenchSaleServer server, SaleShow show) implements Case {

  static final String NAME = "256 x best of a sold-out show";

  private static final int ROWS = 400;
  private static final int SEATS_PER_ROW = 500;
  private static final int MOST_PER_HOLD = 20;
  private static final int CONNECTIONS = 64;
  private static final int LONGER_WARM_UP = 3;
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration SOLD_WITHIN = Duration.ofMinutes(2);

  /** Opens the largest show there can be, and takes all its seats. */
  static SoldOut of(BenchSaleServer server) throws InterruptedException, SQLException {
    SaleShow show =
        server.newShow(ROWS, SEATS_PER_ROW, node -> node.put("maxSeatsPerHold", MOST_PER_HOLD));
    List<RenderedRequest> claims = new ArrayList<>();
    for (int buyer = 0; buyer < BenchSaleServer.BUYERS; buyer++) {
      claims.add(server.hold(buyer, show, "{\"best\":{\"quantity\":" + MOST_PER_HOLD + "}}"));
    }
    LoadPlan plan = LoadPlan.closed(server.target(), CONNECTIONS, SOLD_WITHIN);
    Buyers buyers = new Buyers(claims);
    HttpRound.run(server, plan, connection -> buyers).onlyAnswering("selling out", 201, 409, 503);
    awaitAllTold(server);
    return new SoldOut(server, show);
  }

  /** Else what the sale left to be sent would be measured beside whatever comes next. */
  private static void awaitAllTold(BenchSaleServer server)
      throws InterruptedException, SQLException {
    long deadline = System.nanoTime() + SOLD_WITHIN.toNanos();
    try (Connection connection = BenchServices.connect(server.databaseUrl());
        Statement statement = connection.createStatement()) {
      while (isAnyUntold(statement)) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("the outbox is not empty after " + SOLD_WITHIN);
        }
        Thread.sleep(LOOK_EVERY);
      }
    }
  }

  private static boolean isAnyUntold(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT FROM outbox LIMIT 1")) {
      return rows.next();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  /** A refusal runs through more code than an echo. */
  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    measure(duration.multipliedBy(LONGER_WARM_UP));
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    List<RenderedRequest> requests = CompetingLoad.bestOf(server, show);
    int[] next = new int[1];
    return HttpRound.closed(
            server, duration, connection -> () -> requests.get(next[0]++ % requests.size()))
        .onlyAnswering(NAME, 409)
        .sample(409);
  }

  /** Ask until told that there is nothing left; one event loop asks. */
  private static final class Buyers implements BuyerScript {

    private final List<RenderedRequest> claims;
    private int asked;
    private boolean soldOut;

    Buyers(List<RenderedRequest> claims) {
      this.claims = claims;
    }

    @Override
    public @Nullable RenderedRequest next() {
      return soldOut ? null : claims.get(asked++ % claims.size());
    }

    @Override
    public void answered(Response response) {
      soldOut |= response.status() == 409;
    }
  }
}
