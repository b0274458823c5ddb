package dev.stampede.bench.sale;

import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims of one seat each that nobody else has asked for, from as many shows as it takes. They are
 * rendered before the clock starts, as the echo is: the generator has to cost both the same.
 */
public final class SeatSupply {

  private static final int SEATS_PER_ROW = 500;

  /** Makes the request for a seat. */
  private interface Asking {
    RenderedRequest of(int buyer, SaleShow show, String label);
  }

  private final BenchSaleServer server;
  private final Asking asking;
  private final int rows;
  private @Nullable SaleShow show;
  private int nextSeat;
  private int nextBuyer;

  private SeatSupply(BenchSaleServer server, int seatsOfAShow, Asking asking) {
    this.server = server;
    this.asking = asking;
    this.rows = seatsOfAShow / SEATS_PER_ROW;
  }

  /** Seats to hold. Each show has so many of them; the most a show can have is 200,000. */
  public static SeatSupply ofHolds(BenchSaleServer server, int seatsOfAShow) {
    return new SeatSupply(
        server,
        seatsOfAShow,
        (buyer, show, label) -> server.hold(buyer, show, "{\"seats\":[\"" + label + "\"]}"));
  }

  /** The same to buy in one step. */
  public static SeatSupply ofBookings(BenchSaleServer server, int seatsOfAShow) {
    return new SeatSupply(server, seatsOfAShow, server::booking);
  }

  /** The same to be answered later. */
  public static SeatSupply ofRequests(BenchSaleServer server, int seatsOfAShow) {
    return new SeatSupply(
        server,
        seatsOfAShow,
        (buyer, show, label) -> server.booking(buyer, show, label).with("Prefer", "respond-async"));
  }

  /** At most so many claims; a new show is opened when this one has too few seats left. */
  public Batch claims(int count) throws InterruptedException {
    SaleShow current = show;
    if (current == null || current.seats() - nextSeat < count) {
      current = server.newShow(rows, SEATS_PER_ROW);
      show = current;
      nextSeat = 0;
    }
    List<RenderedRequest> claims = new ArrayList<>(count);
    for (int i = 0; i < Math.min(count, current.seats()); i++) {
      claims.add(asking.of(nextBuyer + i, current, current.label(nextSeat + i)));
    }
    // Many megabytes that live until they are sent: moved away now, so that the load generator's
    // collector does not stop to move them while the clock runs.
    System.gc();
    return new Batch(claims);
  }

  /** The claims of one round, handed out one by one to all connections of one event loop. */
  public final class Batch implements BuyerScript {

    private final List<RenderedRequest> claims;
    private int handedOut;

    private Batch(List<RenderedRequest> claims) {
      this.claims = claims;
    }

    @Override
    public @Nullable RenderedRequest next() {
      return handedOut < claims.size() ? claims.get(handedOut++) : null;
    }

    /** Keeps the seats that were not handed out for the next round. */
    public void close() {
      nextSeat += handedOut;
      nextBuyer = (nextBuyer + handedOut) % BenchSaleServer.BUYERS;
    }
  }
}
