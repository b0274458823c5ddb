package dev.stampede.bench.fairness;

import dev.stampede.bench.http.Echo;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.sale.SeatSupply;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPace;
import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The others: what they ask for, at what pace, and over how many connections. */
interface CompetingLoad {

  LoadPace pace();

  int connections();

  /** The requests of each connection during a run of this length. */
  Asking asking(Duration duration) throws InterruptedException;

  /** The scripts of one run; closed once it has ended. */
  interface Asking extends IntFunction<BuyerScript>, AutoCloseable {
    @Override
    default void close() {}
  }

  /** As many requests as go, from so many clients who ask again as soon as they are answered. */
  static CompetingLoad closed(int connections, List<RenderedRequest> requests) {
    return new Repeating(new LoadPace.Closed(), connections, requests);
  }

  /** So many requests a second, whether or not anybody was answered. */
  static CompetingLoad open(double perSecond, List<RenderedRequest> requests) {
    return new Repeating(openPace(perSecond), connectionsFor(perSecond), requests);
  }

  /** So many claims a second, each for a seat that nobody else wants. */
  static CompetingLoad claiming(double perSecond, SeatSupply seats) {
    return new Claiming(perSecond, seats);
  }

  /** The request that does nothing: a token checked, a small body read and answered. */
  static List<RenderedRequest> echoes(BenchSaleServer server) {
    return List.of(server.from(0, server.target().post(Echo.PATH, Echo.BODY)));
  }

  /** Every buyer asks for the best two seats of a show. */
  static List<RenderedRequest> bestOf(BenchSaleServer server, SaleShow show) {
    List<RenderedRequest> requests = new ArrayList<>();
    for (int buyer = 0; buyer < BenchSaleServer.BUYERS; buyer++) {
      requests.add(server.hold(buyer, show, "{\"best\":{\"quantity\":2}}"));
    }
    return requests;
  }

  /** The same under an idempotency key each, as browsers ask. */
  static List<RenderedRequest> bestWithKeys(BenchSaleServer server, SaleShow show) {
    List<RenderedRequest> requests = new ArrayList<>();
    for (RenderedRequest each : bestOf(server, show)) {
      requests.add(each.with("Idempotency-Key", "key-" + requests.size()));
    }
    return requests;
  }

  private static LoadPace openPace(double perSecond) {
    return new LoadPace.Open(perSecond, (int) Math.ceil(perSecond / 10));
  }

  /** Enough that it is the server who turns people away: a refusal takes up to 300 ms. */
  private static int connectionsFor(double perSecond) {
    return (int) Math.clamp(perSecond * 0.35, 512, 8_000);
  }

  /** The same requests over and over, in turns. */
  record Repeating(LoadPace pace, int connections, List<RenderedRequest> requests)
      implements CompetingLoad {

    @Override
    public Asking asking(Duration duration) {
      int[] next = new int[1]; // one event loop asks
      return connection -> () -> requests.get(next[0]++ % requests.size());
    }
  }

  /** Claims that could all succeed. */
  record Claiming(double perSecond, SeatSupply seats) implements CompetingLoad {

    @Override
    public LoadPace pace() {
      return openPace(perSecond);
    }

    @Override
    public int connections() {
      return connectionsFor(perSecond);
    }

    @Override
    public Asking asking(Duration duration) throws InterruptedException {
      SeatSupply.Batch batch =
          seats.claims((int) Math.ceil(duration.toMillis() / 1e3 * perSecond) + 1);
      return new Asking() {
        @Override
        public BuyerScript apply(int connection) {
          return batch;
        }

        @Override
        public void close() {
          batch.close();
        }
      };
    }
  }
}
